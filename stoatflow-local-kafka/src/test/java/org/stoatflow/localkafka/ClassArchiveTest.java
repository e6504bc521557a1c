package org.stoatflow.localkafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * When there is no archive; that one is used is shown where there are jars, by the runtime's {@code SharedClassesIT}.
 */
class ClassArchiveTest {
    @TempDir
    Path folder;

    @Test
    void shouldMakeNoneOfFoldersOfClasses() {
        Path archives = folder.resolve("archives");
        ClassArchive none = ClassArchive.open(archives, System.getProperty("java.class.path"));
        assertEquals(List.of(), none.jars());
        assertFalse(Files.exists(archives));
    }

    @Test
    void shouldGoOnWithoutOneThatCannotBeMade() throws Exception {
        Path archives = folder.resolve("archives");
        String classPath = jar("stoatflow-runtime-1.jar") + File.pathSeparator + jar("stoatflow-local-kafka-1.jar");
        assertEquals(List.of(), ClassArchive.open(archives, classPath).jars());
        assertTrue(Files.exists(archives.resolve("lock")), "it was tried");
        Files.delete(archives.resolve("lock"));
        assertEquals(List.of(), ClassArchive.open(archives, classPath).jars());
        assertFalse(Files.exists(archives.resolve("lock")), "it was not tried again");
    }

    @Test
    void shouldGiveChildrenThisClassPathWhereNobodyAsksForAnArchive() {
        String before = System.clearProperty(SharedClasses.FOLDER);
        try {
            assertEquals(new SharedClasses(List.of(), System.getProperty("java.class.path")), SharedClasses.ofChild());
        } finally {
            if (before != null) {
                System.setProperty(SharedClasses.FOLDER, before);
            }
        }
    }

    /** Not a jar at all, so no JVM can load a class from it. */
    private Path jar(String name) throws Exception {
        return Files.writeString(folder.resolve(name), "no jar");
    }
}
