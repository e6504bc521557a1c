package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.runtime.cluster.InstanceId;
import org.stoatflow.state.FolderAccess;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.state.StateEntries;
import org.stoatflow.state.rocks.LeftState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.rocks.RocksTuning;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.streams.StreamsConfig;

/** Deletes local state that is too old, at a start, and what an earlier deletion has left. */
final class OldState {
    private static final Logger LOG = LoggerFactory.getLogger(OldState.class);
    private static final Pattern TASK = Pattern.compile("\\d+_\\d+");

    private final Path folder;
    private final FolderAccess.Group group;
    private final long nowMs;

    /**
     * @param folder the application's state folder
     * @param group what the user's group may do in it
     */
    OldState(Path folder, FolderAccess.Group group, long nowMs) {
        this.folder = folder;
        this.group = group;
        this.nowMs = nowMs;
    }

    /**
     * Empties the folder if its state was last current too long ago; that is by the state's own times, since files are
     * written by each start, also by one that fails. What the instance is known by stays.
     *
     * @param maxAgeMs how old it may be, in milliseconds; -1 for any age
     * @throws org.stoatflow.streams.errors.LockException if somebody uses the folder
     * @throws org.stoatflow.streams.errors.ProcessorStateException if its database cannot be read
     */
    void emptyIfOlder(long maxAgeMs, RocksSettings settings, RocksTuning tuning) {
        boolean isBounded = maxAgeMs != StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_DISABLED;
        if (!StateFolders.isThere(folder) || (!isBounded && !DeletedFolders.areIn(folder))) {
            return;
        }
        try (StateFolder held = StateFolder.take(folder, group)) {
            DeletedFolders.delete(held.path());
            if (isBounded) {
                emptyIfOlder(held, maxAgeMs, settings, tuning);
            }
        }
    }

    private void emptyIfOlder(StateFolder held, long maxAgeMs, RocksSettings settings, RocksTuning tuning) {
        Optional<LeftState> left = read(held, settings, tuning);
        if (left.isPresent() && left.get().isTooOld(nowMs, maxAgeMs)) {
            StateFolders.empty(held.path(), Set.of(held.lockFile(), InstanceId.file(held.path())));
            LOG.warn("{}", left.get().sentence(folder, nowMs, maxAgeMs));
            List<Path> others = StateEntries.others(held.path());
            if (!others.isEmpty()) {
                LOG.warn("StoatFlow has not written {}, and leaves it", others);
            }
        }
    }

    /** Reads what is left; nothing of a damaged database, which the opening mends or refuses. */
    private static Optional<LeftState> read(StateFolder held, RocksSettings settings, RocksTuning tuning) {
        try {
            return LeftState.read(held, settings, tuning);
        } catch (StateDiskException failure) {
            if (failure.kind() != StateDiskException.Kind.DAMAGED) {
                throw failure;
            }
            LOG.warn("How old the state in {} is cannot be read, so it stays", held.path(), failure);
            return Optional.empty();
        }
    }

    /**
     * Deletes the folders of tasks that there are not any more, in which users' stores keep their files. This process
     * has the state folder.
     *
     * @param isPlanned whether the application has a task of that name
     * @param delayMs for how long a folder must not have been changed, in milliseconds
     */
    void deleteTasks(Predicate<String> isPlanned, long delayMs) {
        if (!StateFolders.isThere(folder)) {
            return;
        }
        for (Path task : DeletedFolders.folders(folder, OldState::isTask)) {
            long ageMs = nowMs - changedAtMs(task);
            if (!isPlanned.test(task.getFileName().toString()) && ageMs > delayMs) {
                LOG.info(
                        "Deleting {}, a folder of users' stores: the topology does not have the task any more, and it"
                                + " was last changed {} ago ({}={} ms)",
                        task,
                        Duration.ofMillis(ageMs),
                        StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG,
                        delayMs);
                DeletedFolders.rename(task);
            }
        }
        DeletedFolders.delete(folder);
    }

    private static boolean isTask(Path file) {
        return TASK.matcher(file.getFileName().toString()).matches();
    }

    private static long changedAtMs(Path task) {
        try {
            return Files.getLastModifiedTime(task).toMillis();
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read when " + task + " was last changed", failure);
        }
    }
}
