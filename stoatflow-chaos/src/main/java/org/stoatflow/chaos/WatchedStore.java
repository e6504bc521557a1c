package org.stoatflow.chaos;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * A store of a user's own, as one over native code would be: it must not be closed while a call is in it, nor be
 * opened twice on one folder, nor be called when it is closed. It keeps nothing, and prints a line {@link #FORBIDDEN}
 * where one of these happens. Any thread.
 */
final class WatchedStore implements StateStore {
    /** The line that is printed where something happens that must not; what it was follows. */
    static final String FORBIDDEN = "forbidden: ";

    /** Folders of open stores of this process. */
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final String name;
    private final AtomicInteger inside = new AtomicInteger();
    private volatile @Nullable Path folder; // written by init and close

    private WatchedStore(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        Path opened = context.stateDir().toPath().resolve(name).toAbsolutePath();
        if (folder != null || !OPEN.add(opened)) {
            forbidden("store opened twice: " + opened);
        }
        folder = opened;
        context.register(root, (key, value) -> {});
    }

    /** A call into the store, which takes as long as the task. */
    void call(Runnable task) {
        inside.incrementAndGet();
        try {
            requireOpen();
            task.run();
            requireOpen();
        } finally {
            inside.decrementAndGet();
        }
    }

    private void requireOpen() {
        if (folder == null) {
            forbidden("a call is in a store that is closed");
        }
    }

    @Override
    public void close() {
        if (inside.get() > 0) {
            forbidden("store closed while a call is in it: " + folder);
        }
        Path opened = folder;
        folder = null;
        if (opened != null) {
            OPEN.remove(opened);
        }
    }

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return folder != null;
    }

    static void forbidden(String what) {
        System.out.println(FORBIDDEN + what);
    }

    /** Builds such stores, without a changelog. */
    record Builder(String name) implements StoreBuilder<WatchedStore> {
        @Override
        public WatchedStore build() {
            return new WatchedStore(name);
        }

        @Override
        public StoreBuilder<WatchedStore> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<WatchedStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<WatchedStore> withLoggingEnabled(Map<String, String> config) {
            return this;
        }

        @Override
        public StoreBuilder<WatchedStore> withLoggingDisabled() {
            return this;
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
