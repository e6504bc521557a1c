package org.stoatflow.state.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.StoreBuilder;

/** A store that is wholly the user's, with a line in a file for each word. */
final class FileRows implements StateStore {
    private final String name;
    private final boolean persistent;
    private final Consumer<FileRows> atInit;
    private Path file = Path.of("not open");
    private boolean open;
    private Runnable atClose = () -> {};
    private Runnable inRestore = () -> {};
    private Runnable inCommit = () -> {};

    private FileRows(String name, boolean persistent, Consumer<FileRows> atInit) {
        this.name = name;
        this.persistent = persistent;
        this.atInit = atInit;
    }

    /** Does something in the close. */
    void atClose(Runnable work) {
        atClose = work;
    }

    /** Does something in each call of the restore callback. */
    void inRestore(Runnable work) {
        inRestore = work;
    }

    /** Does something in each commit. */
    void inCommit(Runnable work) {
        inCommit = work;
    }

    void add(String word) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, word + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    List<String> words() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        file = context.stateDir().toPath().resolve(name + ".txt");
        atInit.accept(this);
        context.register(root, (key, value) -> {
            inRestore.run();
            add(new String(key));
        });
        open = true;
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        inCommit.run();
    }

    @Override
    public void close() {
        open = false;
        atClose.run();
    }

    @Override
    public boolean persistent() {
        return persistent;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /** Builds them, without a changelog of their own. */
    record Builder(String name, boolean persistent, Consumer<FileRows> atInit) implements StoreBuilder<FileRows> {
        Builder(String name) {
            this(name, true, made -> {});
        }

        @Override
        public StoreBuilder<FileRows> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<FileRows> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<FileRows> withLoggingEnabled(Map<String, String> config) {
            return this;
        }

        @Override
        public StoreBuilder<FileRows> withLoggingDisabled() {
            return this;
        }

        @Override
        public FileRows build() {
            return new FileRows(name, persistent, atInit);
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }
    }
}
