package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.runtime.cluster.InstanceId;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.state.rocks.LeftState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.rocks.RocksTuning;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.streams.StreamsConfig;

/**
 * Deletes local state that is too old, at a start. What is to be deleted is renamed first, in one step, so that no half
 * of it is taken for the whole where the process ends meanwhile.
 */
final class OldState {
    private static final Logger LOG = LoggerFactory.getLogger(OldState.class);
    private static final String DELETED = ".deleted";
    private static final Pattern TASK = Pattern.compile("\\d+_\\d+");
    private static final Pattern DELETED_TASK = Pattern.compile("\\d+_\\d+" + Pattern.quote(DELETED));

    private final Path folder;
    private final long nowMs;

    /** @param folder the application's state folder */
    OldState(Path folder, long nowMs) {
        this.folder = folder;
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
        if (!Files.exists(folder) || (!isBounded && !Files.exists(aside(StateFolder.database(folder))))) {
            return;
        }
        try (StateFolder held = StateFolder.take(folder)) {
            deleteAside(held.database()); // an earlier process may have ended before it did
            if (isBounded) {
                emptyIfOlder(held, maxAgeMs, settings, tuning);
            }
        }
    }

    private void emptyIfOlder(StateFolder held, long maxAgeMs, RocksSettings settings, RocksTuning tuning) {
        Optional<LeftState> left = read(held, settings, tuning);
        if (left.isPresent() && left.get().currentAtMs().isPresent()) {
            long currentAtMs = left.get().currentAtMs().getAsLong();
            if (nowMs - maxAgeMs > currentAtMs) {
                empty(held);
                tell(left.get(), nowMs - currentAtMs, maxAgeMs);
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

    private void empty(StateFolder held) {
        move(held.database());
        StateFolders.empty(held.path(), Set.of(held.lockFile(), InstanceId.file(held.path())));
    }

    private void tell(LeftState gone, long ageMs, long maxAgeMs) {
        LOG.warn(
                "State folder {} was last current {} ago, and {}={} ms: all in it is deleted. Stores {} are restored"
                        + " from their changelogs{}",
                folder,
                Duration.ofMillis(ageMs),
                StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG,
                maxAgeMs,
                gone.restorable(),
                gone.others().isEmpty() ? "" : "; the rows of stores " + gone.others() + ", which have none, are gone");
    }

    /**
     * Deletes the folders of tasks that there are not any more, in which users' stores keep their files. This process
     * has the state folder.
     *
     * @param isPlanned whether the application has a task of that name
     * @param delayMs for how long a folder must not have been changed, in milliseconds
     */
    void deleteTasks(Predicate<String> isPlanned, long delayMs) {
        if (!Files.exists(folder)) {
            return;
        }
        for (Path task : named(TASK)) {
            long ageMs = nowMs - changedAtMs(task);
            if (!isPlanned.test(task.getFileName().toString()) && ageMs > delayMs) {
                LOG.info(
                        "Deleting {}, a folder of users' stores: the topology does not have the task any more, and it"
                                + " was last changed {} ago ({}={} ms)",
                        task,
                        Duration.ofMillis(ageMs),
                        StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG,
                        delayMs);
                move(task);
            }
        }
        named(DELETED_TASK).forEach(StateFolders::delete);
    }

    private List<Path> named(Pattern names) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(
                            file -> names.matcher(file.getFileName().toString()).matches())
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot list the state folder " + folder, failure);
        }
    }

    private static long changedAtMs(Path task) {
        try {
            return Files.getLastModifiedTime(task).toMillis();
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read when " + task + " was last changed", failure);
        }
    }

    /** Renames a folder. */
    private static void move(Path old) {
        deleteAside(old);
        try {
            Files.move(old, aside(old), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot rename " + old + ", which is to be deleted", failure);
        }
    }

    private static Path aside(Path old) {
        return old.resolveSibling(old.getFileName() + DELETED);
    }

    private static void deleteAside(Path old) {
        if (Files.exists(aside(old))) {
            StateFolders.delete(aside(old));
        }
    }
}
