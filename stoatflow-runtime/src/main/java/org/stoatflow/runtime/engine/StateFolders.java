package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.stoatflow.runtime.cluster.InstanceId;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.state.FolderAccess;
import org.stoatflow.state.StateEntries;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.ProcessorStateException;

/** Deletes an application's local state. */
final class StateFolders {
    private StateFolders() {}

    /**
     * Makes the folders of an application's state where they are missing, and has nobody but this process's user and,
     * as configured, the user's group use them.
     *
     * @throws ProcessorStateException if they cannot be made, or if another user may have prepared them
     */
    static void prepare(ApplicationSettings settings, StreamsConfig config) {
        settings.requireFolderName();
        FolderAccess.Group group = group(config);
        Path folder = settings.stateFolder().toAbsolutePath();
        Path application = above(folder);
        try {
            FolderAccess.makeShared(above(application));
            FolderAccess.close(application, group); // the state of Kafka Streams is there, too
            FolderAccess.close(folder, group);
        } catch (IOException failure) {
            throw StateFolder.notUsable(folder, failure);
        }
    }

    /** What the user's group may do in the folders, as configured: a colleague's are used where it may write. */
    static FolderAccess.Group group(StreamsConfig config) {
        boolean groupWrites = config.getBoolean(StreamsConfig.ALLOW_OS_GROUP_WRITE_ACCESS_CONFIG);
        return groupWrites ? FolderAccess.Group.WRITES : FolderAccess.Group.READS;
    }

    /**
     * Deletes what is in a folder that nobody uses. What makes this instance known stays, as in Kafka Streams: the file
     * that is locked, which another process may hold open already, and the id, under which the group knows this member.
     * What Kafka Streams has left of the application goes, too.
     *
     * @param group what the user's group may do in the folder
     * @throws org.stoatflow.streams.errors.LockException if somebody uses it
     * @throws ProcessorStateException if something in it is not state, or cannot be deleted, or if another user may
     *     have prepared it
     */
    static void cleanUp(Path folder, FolderAccess.Group group) {
        Path application = above(folder);
        boolean isThere = isThere(folder);
        if (Files.exists(application)) {
            closed(application, group);
        }
        if (!isThere) {
            FormerFolders.delete(application);
        } else {
            StateEntries.requireOwn(folder);
            try (StateFolder held = StateFolder.take(folder, group)) {
                FormerFolders.delete(application);
                empty(held.path(), Set.of(held.lockFile(), InstanceId.file(held.path())));
            }
        }
    }

    private static void closed(Path folder, FolderAccess.Group group) {
        try {
            FolderAccess.close(folder, group);
        } catch (IOException failure) {
            throw StateFolder.notUsable(folder, failure);
        }
    }

    /**
     * Whether there is a state folder, below a folder of the application.
     *
     * @throws ProcessorStateException if either is a link
     */
    static boolean isThere(Path folder) {
        FolderAccess.requireNoLink(above(folder));
        FolderAccess.requireNoLink(folder);
        return Files.exists(folder);
    }

    /** The folder that a folder of state is in: it has one, as it is named after the application. */
    static Path above(Path folder) {
        return Objects.requireNonNull(folder.toAbsolutePath().getParent(), "folder");
    }

    /** Deletes the state in a folder that this process has, but not some files. What is not state stays. */
    static void empty(Path folder, Set<Path> kept) {
        DeletedFolders.renameAll(folder);
        DeletedFolders.delete(folder);
        for (Path file : StateEntries.own(folder)) {
            if (!kept.contains(file)) {
                delete(file);
            }
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException failure) {
            throw new ProcessorStateException("Cannot delete " + file + ", which is state", failure);
        }
    }
}
