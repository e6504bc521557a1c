package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.stoatflow.state.engine.FolderDeletion;

/** Deletes an application's local state. */
final class StateFolders {
    private StateFolders() {}

    static void delete(Path folder) {
        try {
            if (Files.exists(folder)) {
                FolderDeletion.delete(folder);
            }
        } catch (IOException failure) {
            throw failed(folder, failure);
        }
    }

    /** Deletes what is in the folder, but not the folder and one file in it. */
    static void empty(Path folder, Path kept) {
        try {
            FolderDeletion.empty(folder, kept);
        } catch (IOException failure) {
            throw failed(folder, failure);
        }
    }

    private static UncheckedIOException failed(Path folder, IOException failure) {
        return new UncheckedIOException("Cannot delete the state folder " + folder, failure);
    }
}
