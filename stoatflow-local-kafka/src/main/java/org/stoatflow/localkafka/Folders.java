package org.stoatflow.localkafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Folders of a local cluster. */
final class Folders {
    private Folders() {}

    static Path createTemporary() {
        return createIn(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** A new folder, whose name nobody else has, in the folder of temporary files. */
    static Path createIn(Path temporary) {
        try {
            return Files.createTempDirectory(temporary, "stoatflow-kafka-");
        } catch (IOException failure) {
            throw new LocalKafkaException(
                    "the broker's files have no place: no folder can be made in " + temporary + " ("
                            + failure.getClass().getSimpleName() + "). Free it, or set -Djava.io.tmpdir",
                    failure);
        }
    }

    static Path create(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Deletes the folder and all in it; nobody may write to it any more. */
    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try {
            Files.walkFileTree(folder, new Deletion());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
