package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.state.rocks.StateFolder;

/**
 * The local state of an application that does not run, for tools. It is held until it is closed, so that no instance
 * starts on it meanwhile.
 */
public final class LocalState implements AutoCloseable {
    private final StateFolder held;

    private LocalState(StateFolder held) {
        this.held = held;
    }

    /**
     * Holds the state of an application below a {@code state.dir}. Nothing where there is none.
     *
     * @throws org.stoatflow.streams.errors.LockException if an instance holds it
     * @throws org.stoatflow.streams.errors.ProcessorStateException if it cannot be written
     */
    public static Optional<LocalState> take(Path stateDir, String applicationId) {
        Path folder = ApplicationSettings.stateFolder(stateDir, applicationId);
        return Files.exists(folder) ? Optional.of(new LocalState(StateFolder.take(folder))) : Optional.empty();
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
        return held.path();
    }

    /** Deletes all of it. The file that is locked stays, since another process may hold it open already. */
    public void delete() {
        StateFolders.empty(held.path(), Set.of(held.lockFile()));
    }

    @Override
    public void close() {
        held.close();
    }
}
