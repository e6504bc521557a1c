package org.stoatflow.state.engine;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes folders of state, with all that is in them. Nobody may write to them any more. */
public final class FolderDeletion extends SimpleFileVisitor<Path> {
    private final @Nullable Path kept;

    private FolderDeletion(@Nullable Path kept) {
        this.kept = kept;
    }

    /**
     * Deletes a folder that is there.
     *
     * @param folder the folder
     * @throws IOException if it is not there, or something in it cannot be deleted
     */
    public static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new FolderDeletion(null));
    }

    /**
     * Deletes what is in a folder, but not the folder and one file in it.
     *
     * @param folder the folder
     * @param kept the file
     * @throws IOException if something cannot be deleted
     */
    public static void empty(Path folder, Path kept) throws IOException {
        Files.walkFileTree(folder, new FolderDeletion(kept));
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
