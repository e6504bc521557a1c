package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes an application's local state. */
final class StateFolders {
    private StateFolders() {}

    static void delete(Path folder) {
        if (Files.exists(folder)) {
            delete(folder, new Deleting(null));
        }
    }

    /** Deletes what is in the folder, but not the folder and one file in it. */
    static void empty(Path folder, Path kept) {
        delete(folder, new Deleting(kept));
    }

    private static void delete(Path folder, Deleting visitor) {
        try {
            Files.walkFileTree(folder, visitor);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot delete the state folder " + folder, failure);
        }
    }

    /** Deletes all but a file and the folder that it is in. */
    private static final class Deleting extends SimpleFileVisitor<Path> {
        private final @Nullable Path kept;

        Deleting(@Nullable Path kept) {
            this.kept = kept;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (!file.equals(kept)) {
                Files.delete(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            if (kept == null || !visited.equals(kept.getParent())) {
                Files.delete(visited);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
