package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.cluster.InternalNames;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.state.StateEntries;
import org.stoatflow.state.rocks.LeftStores;
import org.stoatflow.state.rocks.StateFolder;

/**
 * The local state of an application that does not run, for tools. It is held until it is closed, so that no instance
 * starts on it meanwhile, unless it is only looked at.
 */
public final class LocalState implements AutoCloseable {
    private final String applicationId;
    private final Path folder;
    private final @Nullable StateFolder held;

    private LocalState(String applicationId, Path folder, @Nullable StateFolder held) {
        this.applicationId = applicationId;
        this.folder = folder;
        this.held = held;
    }

    /** Whether a folder can be named after an application: else the name leads out of {@code state.dir}. */
    public static boolean isFolderName(String applicationId) {
        return ApplicationSettings.isFolderName(applicationId);
    }

    /**
     * Holds the state of an application below a {@code state.dir}. Nothing where there is none.
     *
     * @throws org.stoatflow.streams.errors.LockException if an instance holds it
     * @throws org.stoatflow.streams.errors.ProcessorStateException if it cannot be written, if another user may have
     *     prepared it, or naming what is in it that is not state of ours
     */
    public static Optional<LocalState> take(Path stateDir, String applicationId) {
        return found(stateDir, applicationId).map(folder -> {
            StateFolder held = StateFolder.take(folder);
            return new LocalState(applicationId, held.path(), held);
        });
    }

    /** As {@link #take}, without holding it: nothing is written, and an instance may start meanwhile. */
    public static Optional<LocalState> look(Path stateDir, String applicationId) {
        return found(stateDir, applicationId).map(folder -> {
            StateFolder.requireFree(folder);
            return new LocalState(applicationId, real(folder), null);
        });
    }

    private static Optional<Path> found(Path stateDir, String applicationId) {
        Path folder = ApplicationSettings.stateFolder(stateDir, applicationId);
        if (!StateFolders.isThere(folder)) {
            return Optional.empty();
        }
        StateEntries.requireOwn(folder);
        return Optional.of(folder);
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot find the folder " + folder, failure);
        }
    }

    /** What is in the application's folder beside our state: files of Kafka Streams. */
    public static List<Path> others(Path stateDir, String applicationId) {
        Path own = ApplicationSettings.stateFolder(stateDir, applicationId);
        Path application = stateDir.resolve(applicationId);
        if (!Files.exists(application)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(application)) {
            return files.filter(file -> !file.equals(own)).sorted().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot list the folder " + application, failure);
        }
    }

    /** The folder. */
    public Path folder() {
        return folder;
    }

    /**
     * The changelogs from which stores were restored: what the application's own runs have noted. A store may be
     * restored from a source topic, too, which is another's whatever its name is.
     *
     * @throws org.stoatflow.streams.errors.ProcessorStateException if that cannot be read
     */
    public Set<String> changelogs() {
        InternalNames names = new InternalNames(applicationId);
        Set<String> changelogs = new TreeSet<>();
        LeftStores.logs(folder).forEach((store, topic) -> {
            if (names.storeOf(topic).filter(store::equals).isPresent()) {
                changelogs.add(topic);
            }
        });
        return changelogs;
    }

    /** Deletes all of it. The file that is locked stays, since another process may hold it open already. */
    public void delete() {
        if (held == null) {
            throw new IllegalStateException("folder=" + folder + " is only looked at");
        }
        StateFolders.empty(held.path(), Set.of(held.lockFile()));
    }

    @Override
    public void close() {
        if (held != null) {
            held.close();
        }
    }
}
