package org.stoatflow.state;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Deletes folders of state, with all that is in them. Nobody may write to them any more. A link is deleted, and nothing
 * behind it.
 */
public final class FolderDeletion extends SimpleFileVisitor<Path> {
    private FolderDeletion() {}

    /**
     * Deletes a folder that is there.
     *
     * @param folder the folder
     * @throws IOException if it is not there, or something in it cannot be deleted
     */
    public static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new FolderDeletion());
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Files.delete(file);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
        if (failure != null) {
            throw failure;
        }
        Files.delete(visited);
        return FileVisitResult.CONTINUE;
    }
}
