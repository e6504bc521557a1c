package org.stoatflow.relocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellsTest {
    @TempDir
    Path folder;

    @Test
    void shouldKeepNameAndSupertypesOnly() throws IOException {
        ClassModel shell = ClassFile.of().parse(Shells.emptied(ConstantTextsTest.classFile(Sample.class)));
        assertEquals("org/stoatflow/relocation/Sample", shell.thisClass().asInternalName());
        assertEquals(
                "java/util/function/Supplier", shell.interfaces().getFirst().asInternalName());
        assertTrue(shell.methods().isEmpty());
        assertTrue(shell.fields().isEmpty());
    }

    @Test
    void shouldMakeShellsOfInternalsOnlyWhereNoneArePresent() throws IOException {
        Path source = folder.resolve("source");
        Path present = folder.resolve("present");
        put(source, "a/b/internals/Missing.class");
        put(source, "a/b/internals/Present.class");
        put(source, "a/b/Public.class");
        put(source, "a/other/internals/Other.class");
        put(present, "a/b/internals/Present.class");
        Path out = folder.resolve("out");

        Shells.main(new String[] {source.toString(), "a.b", out.toString(), present.toString()});
        assertTrue(Files.exists(out.resolve("a/b/internals/Missing.class")));
        assertFalse(Files.exists(out.resolve("a/b/internals/Present.class")));
        assertFalse(Files.exists(out.resolve("a/b/Public.class")));
        assertFalse(Files.exists(out.resolve("a/other")));
    }

    private static void put(Path root, String path) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, ConstantTextsTest.classFile(Sample.class));
    }
}
