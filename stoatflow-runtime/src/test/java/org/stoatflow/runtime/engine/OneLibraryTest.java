package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.streams.errors.StreamsException;

class OneLibraryTest {
    @TempDir
    private Path folder;

    @Test
    void shouldRefuseATypeInTwoPlaces() throws IOException {
        URL one = place("one");
        URL two = place("two");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {one, two}, null)) {
            StreamsException refused =
                    assertThrows(StreamsException.class, () -> OneLibrary.require("a.Library", loader));
            assertTrue(refused.getMessage().contains("one/a/Library.class"), refused.getMessage());
            assertTrue(refused.getMessage().contains("two/a/Library.class"), refused.getMessage());
        }
    }

    @Test
    void shouldTakeOnePlaceThatTwoLoadersKnow() throws IOException {
        URL[] one = {place("one")};
        try (URLClassLoader above = new URLClassLoader(one, null);
                URLClassLoader below = new URLClassLoader(one, above)) {
            assertDoesNotThrow(() -> OneLibrary.require("a.Library", below));
        }
    }

    @Test
    void shouldFindThisBuildInOrder() {
        assertDoesNotThrow(() -> OneLibrary.require());
    }

    private URL place(String name) throws IOException {
        Path type = folder.resolve(name).resolve("a/Library.class");
        Files.createDirectories(type.getParent());
        Files.write(type, new byte[0]);
        return folder.resolve(name).toUri().toURL();
    }
}
