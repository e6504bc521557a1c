package org.stoatflow.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Tests that are named as those that show something: they must be there. */
final class TestNames {
    private static final Path REPOSITORY = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."));
    private static final String PREFIX = "test ";

    private TestNames() {}

    /** @param shownBy as {@code test NameOfClass#method} */
    static void requireThere(String shownBy) throws IOException {
        assertTrue(shownBy.startsWith(PREFIX) && shownBy.contains("#"), shownBy + " is neither a seed nor a test");
        String[] named = shownBy.substring(PREFIX.length()).split("#");
        for (Path file : testFiles(named[0])) {
            if (Files.readString(file).contains("void " + named[1] + "(")) {
                return;
            }
        }
        throw new AssertionError("there is no " + shownBy);
    }

    private static List<Path> testFiles(String className) throws IOException {
        try (Stream<Path> modules = Files.list(REPOSITORY)) {
            List<Path> folders = modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList();
            return folders.stream()
                    .flatMap(TestNames::walk)
                    .filter(file -> file.endsWith(className + ".java"))
                    .toList();
        }
    }

    private static Stream<Path> walk(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        } catch (IOException failure) {
            throw new IllegalStateException("cannot read " + folder, failure);
        }
    }
}
