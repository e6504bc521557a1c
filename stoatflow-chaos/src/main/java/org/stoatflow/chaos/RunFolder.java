package org.stoatflow.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A run's temporary folder: state and logs. */
record RunFolder(Path path) {
    private static final String LOG_FILE = "stoatflow.log.file"; // logback.xml reads it

    /** Creates the folder, and has the log of this process written to it if nothing was logged before. */
    static RunFolder create() {
        try {
            RunFolder folder = new RunFolder(Files.createTempDirectory("stoatflow-chaos-"));
            System.setProperty(LOG_FILE, folder.path.resolve("chaos.log").toString());
            return folder;
        } catch (IOException failure) {
            throw new ChaosFailure("the run's files have no place: " + failure, failure);
        }
    }

    static Path create(Path path) {
        try {
            return Files.createDirectory(path);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void deleteAll() {
        try (Stream<Path> found = Files.walk(path)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("folder " + path + " could not be deleted", failure);
        }
    }
}
