package org.stoatflow.state;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Deletes folders of state, with all that is in them. Nobody may write to them any more. */
public final class FolderDeletion extends SimpleFileVisitor<Path> {
    private final @Nullable Path folder; // the one that stays, if any does
    private final Set<Path> kept;

    private FolderDeletion(@Nullable Path folder, Set<Path> kept) {
        this.folder = folder;
        this.kept = kept;
    }

    /**
     * Deletes a folder that is there.
     *
     * @param folder the folder
     * @throws IOException if it is not there, or something in it cannot be deleted
     */
    public static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new FolderDeletion(null, Set.of()));
    }

    /**
     * Deletes what is in a folder, but not the folder and some files in it.
     *
     * @param folder the folder
     * @param kept the files
     * @throws IOException if something cannot be deleted
     */
    public static void empty(Path folder, Set<Path> kept) throws IOException {
        Files.walkFileTree(folder, new FolderDeletion(folder, kept));
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (!kept.contains(file)) {
            Files.delete(file);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (!visited.equals(folder)) {
            Files.delete(visited);
        }
        return FileVisitResult.CONTINUE;
    }
}
