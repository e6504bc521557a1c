package org.stoatflow.parity.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * The builder of a user's own store on disk: how often each key has come. Each call is a line in a file at once, so
 * what is taken twice, by a restore or of a run that was not committed, is counted twice.
 */
final class FiledLists implements StoreBuilder<FiledLists.Lists> {
    private final String name;

    FiledLists(String name) {
        this.name = name;
    }

    /** Counts keys. */
    static final class Lists implements StateStore {
        private final String name;
        private final Map<String, Integer> counts = new HashMap<>();
        private Path file = Path.of("not open");
        private boolean open;

        private Lists(String name) {
            this.name = name;
        }

        int add(String key) {
            try {
                Files.writeString(file, key + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            return counts.merge(key, 1, Integer::sum);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void init(StateStoreContext context, StateStore root) {
            file = context.stateDir().toPath().resolve(name + ".txt");
            try {
                if (Files.exists(file)) {
                    Files.readAllLines(file).forEach(key -> counts.merge(key, 1, Integer::sum));
                }
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            context.register(root, (key, value) -> add(new String(key)));
            open = true;
        }

        @Override
        public void close() {
            open = false;
        }

        @Override
        public boolean persistent() {
            return true;
        }

        @Override
        public boolean isOpen() {
            return open;
        }
    }

    @Override
    public StoreBuilder<Lists> withCachingEnabled() {
        return this;
    }

    @Override
    public StoreBuilder<Lists> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<Lists> withLoggingEnabled(Map<String, String> config) {
        throw new UnsupportedOperationException("it writes no changelog");
    }

    @Override
    public StoreBuilder<Lists> withLoggingDisabled() {
        return this;
    }

    @Override
    public Lists build() {
        return new Lists(name);
    }

    @Override
    public Map<String, String> logConfig() {
        return Map.of();
    }

    @Override
    public boolean loggingEnabled() {
        return false;
    }

    @Override
    public String name() {
        return name;
    }
}
