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
    static DemoFolder create() throws DemoFailure {
        DemoFolder folder = createIn(Path.of(System.getProperty("java.io.tmpdir")));
        System.setProperty(LOG_FILE, folder.log().toString());
        return folder;
    }

    /** Creates the folder in that of temporary files. */
    static DemoFolder createIn(Path temporary) throws DemoFailure {
        try {
            return new DemoFolder(Files.createTempDirectory(temporary, "stoatflow-demo-"));
        } catch (IOException failure) {
            throw new DemoFailure(
                    "the demo's files have no place: no folder can be made in " + temporary + " ("
                            + failure.getClass().getSimpleName() + "). Free it, or set"
                            + " STOATFLOW_JAVA_OPTS=-Djava.io.tmpdir=",
                    failure);
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
