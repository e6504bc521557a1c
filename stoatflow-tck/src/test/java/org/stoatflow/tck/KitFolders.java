package org.stoatflow.tck;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where a run of the kit has its files, and the class path of its processes. */
record KitFolders(Path work) {

    /** Of the folder that the build copied jars to; makes what is missing. */
    static KitFolders in(Path work) {
        KitFolders folders = new KitFolders(work.toAbsolutePath());
        try {
            delete(folders.helpers());
            delete(folders.internals());
            KitClasses.writeHelpers(folders.helpers());
            KitClasses.writeInternals(work.resolve("reference").resolve("shells.jar"), folders.internals());
            Files.createDirectories(folders.runs());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return folders;
    }

    Path runs() {
        return work.resolve("kit").resolve("runs");
    }

    private Path helpers() {
        return work.resolve("kit").resolve("helpers");
    }

    private Path internals() {
        return work.resolve("kit").resolve("internals");
    }

    /**
     * Helpers first, and then the broker and clients that the drop-in is made for. The tests' own version of them
     * stands behind, for utilities that have moved since, and the internals last.
     */
    String classPath() {
        List<String> entries = new ArrayList<>();
        entries.add(helpers().toString());
        try (Stream<Path> jars = Files.list(work.resolve("today"))) {
            jars.sorted().map(Path::toString).forEach(entries::add);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            entries.add(Path.of(entry).toAbsolutePath().toString()); // they run in folders of their own
        }
        entries.add(internals().toString());
        return String.join(File.pathSeparator, entries);
    }

    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
