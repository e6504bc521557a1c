package org.stoatflow.examples.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The demo's temporary folder: the applications, each with its state, and the logs. */
record DemoFolder(Path path) {
    static final String LOG_FILE = "stoatflow.log.file"; // logback.xml reads it

    /** Creates the folder, and has the log written to it if nothing was logged before. */
    static DemoFolder create() {
        try {
            DemoFolder folder = new DemoFolder(Files.createTempDirectory("stoatflow-demo-"));
            System.setProperty(LOG_FILE, folder.log().toString());
            return folder;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Path log() {
        return path.resolve("demo.log");
    }

    /** Deletes the state of each application, and keeps the logs. */
    void deleteState() {
        for (Library library : Library.values()) {
            delete(path.resolve(library.applicationId()).resolve("state"));
        }
    }

    void deleteAll() {
        delete(path);
    }

    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> found = Files.walk(folder)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("folder " + folder + " could not be deleted", failure);
        }
    }
}
