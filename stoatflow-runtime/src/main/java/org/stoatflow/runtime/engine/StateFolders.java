package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.stoatflow.runtime.cluster.InstanceId;
import org.stoatflow.state.FolderDeletion;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.streams.errors.ProcessorStateException;

/** Deletes an application's local state. */
final class StateFolders {
    private StateFolders() {}

    /**
     * Deletes what is in a folder that nobody uses. What makes this instance known stays, as in Kafka Streams: the file
     * that is locked, which another process may hold open already, and the id, under which the group knows this member.
     *
     * @throws org.stoatflow.streams.errors.LockException if somebody uses it
     * @throws ProcessorStateException if something cannot be deleted
     */
    static void cleanUp(Path folder) {
        if (Files.exists(folder)) {
            try (StateFolder held = StateFolder.take(folder)) {
                empty(held.path(), Set.of(held.lockFile(), InstanceId.file(held.path())));
            }
        }
    }

    /** Deletes what is in a folder that this process has, but not the folder and some files in it. */
    static void empty(Path folder, Set<Path> kept) {
        DeletedFolders.renameAll(folder);
        try {
            FolderDeletion.empty(folder, kept);
        } catch (IOException failure) {
            throw new ProcessorStateException("Cannot delete what is in the state folder " + folder, failure);
        }
    }
}
