package org.stoatflow.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.FolderDeletion;

/** A folder on the real disk, for programs with stores of users, whose notes the engine keeps in files. */
final class UsersFolder {
    private final boolean needed;
    private @Nullable Path path;

    UsersFolder(SimulatedTopology program) {
        needed = program == SimulatedTopology.USERS_STORES;
    }

    Path path() {
        if (path == null) {
            path = needed ? made() : Path.of("nowhere");
        }
        return path;
    }

    private static Path made() {
        try {
            return Files.createTempDirectory("stoatflow-simulation");
        } catch (IOException failure) {
            throw new UncheckedIOException("no folder for users' stores", failure);
        }
    }

    /** A text that may name the folder, which is another each time that a seed runs. */
    String without(@Nullable String text) {
        return String.valueOf(text).replace(path().toString(), "folder");
    }

    void delete() {
        if (needed && path != null) {
            try {
                FolderDeletion.delete(path);
            } catch (IOException failure) {
                throw new UncheckedIOException("the folder of users' stores stays: " + path, failure);
            }
        }
    }
}
