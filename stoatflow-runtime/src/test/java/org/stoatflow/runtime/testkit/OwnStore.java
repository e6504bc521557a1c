package org.stoatflow.runtime.testkit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.StoreBuilder;

/** A store that is wholly the user's, in memory and without a changelog. It counts. */
public final class OwnStore implements StateStore {
    /** Its name in each topology. */
    public static final String NAME = "own";

    private final AtomicInteger count = new AtomicInteger();
    private final List<OwnStore> opened;
    private volatile boolean open;

    private OwnStore(List<OwnStore> opened) {
        this.opened = opened;
    }

    /** What processors have counted in it. */
    public AtomicInteger count() {
        return count;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(root, (key, value) -> {});
        open = true;
        opened.add(this);
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /**
     * Builds them.
     *
     * @param opened is given those that are opened
     */
    public record Builder(List<OwnStore> opened) implements StoreBuilder<OwnStore> {
        @Override
        public StoreBuilder<OwnStore> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<OwnStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<OwnStore> withLoggingEnabled(Map<String, String> config) {
            return this;
        }

        @Override
        public StoreBuilder<OwnStore> withLoggingDisabled() {
            return this;
        }

        @Override
        public OwnStore build() {
            return new OwnStore(opened);
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
            return NAME;
        }
    }
}
