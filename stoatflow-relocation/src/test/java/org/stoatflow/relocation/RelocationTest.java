package org.stoatflow.relocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelocationTest {
    private static final String SERVICE = "META-INF/services/a.b.Spi";

    @TempDir
    Path folder;

    @Test
    void shouldRenameClassesServicesAndResources() throws IOException {
        Path one = tree("one", Map.of(SERVICE, "a.b.x.First\n", "a/b/defaults.properties", "class=a.b.x.First"));
        Path classFile = one.resolve("org/stoatflow/relocation/Sample.class");
        Files.createDirectories(classFile.getParent());
        Files.write(classFile, ConstantTextsTest.classFile(Sample.class));

        relocate("a.b", "c.d", one);
        assertEquals("c.d.x.First\n", text("META-INF/services/c.d.Spi"));
        assertEquals("class=c.d.x.First", text("c/d/defaults.properties"));

        relocate("org.stoatflow.relocation", "c.d", one);
        assertTrue(Files.exists(out().resolve("c/d/Sample.class")));
        assertFalse(Files.exists(out().resolve("c/d/defaults.properties")), "left from the run before");
    }

    @Test
    void shouldJoinProvidersOfOneService() throws IOException {
        relocate(
                "a.b",
                "c.d",
                tree("one", Map.of(SERVICE, "a.b.First")),
                tree("two", Map.of(SERVICE, "elsewhere.Second\n")));
        assertEquals("c.d.First\nelsewhere.Second\n", text("META-INF/services/c.d.Spi"));
    }

    @Test
    void shouldReadJarsWithoutWhatTheirBuilderWrote() throws IOException {
        Path jar = folder.resolve("some.jar");
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of("create", "true"))) {
            Files.createDirectories(zip.getPath("META-INF/maven"));
            Files.writeString(zip.getPath("META-INF/MANIFEST.MF"), "Manifest-Version: 1.0");
            Files.writeString(zip.getPath("META-INF/maven/pom.properties"), "version=1");
            Files.writeString(zip.getPath("kept"), "a.b");
        }
        relocate("a.b", "c.d", jar);
        assertEquals("c.d", text("kept"));
        assertFalse(Files.exists(out().resolve("META-INF/MANIFEST.MF")));
        assertFalse(Files.exists(out().resolve("META-INF/maven/pom.properties")));
    }

    @Test
    void shouldRefuseTwoFilesOfOnePath() throws IOException {
        Path one = tree("one", Map.of("same", "1"));
        Path two = tree("two", Map.of("same", "2"));
        assertThrows(IllegalStateException.class, () -> relocate("a.b", "c.d", one, two));
    }

    @Test
    void shouldRefuseSourceThatIsNotBuilt() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        assertThrows(IllegalStateException.class, () -> relocate("a.b", "c.d", empty));
    }

    @Test
    void shouldLeaveFilesAloneThatAreRight() throws IOException {
        Path one = tree("one", Map.of("file", "a.b"));
        relocate("a.b", "c.d", one);
        FileTime longAgo = FileTime.from(Instant.EPOCH);
        Files.setLastModifiedTime(out().resolve("file"), longAgo);
        relocate("a.b", "c.d", one);
        assertEquals(longAgo, Files.getLastModifiedTime(out().resolve("file")));
    }

    private void relocate(String from, String to, Path... sources) throws IOException {
        List<String> args = new ArrayList<>(List.of(from, to, out().toString()));
        for (Path source : sources) {
            args.add(source.toString());
        }
        Relocation.main(args.toArray(String[]::new));
    }

    private Path out() {
        return folder.resolve("out");
    }

    private String text(String path) throws IOException {
        return Files.readString(out().resolve(path));
    }

    private Path tree(String name, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path target = folder.resolve(name).resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, file.getValue());
        }
        return folder.resolve(name);
    }
}
