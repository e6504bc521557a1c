package org.stoatflow.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * A store of a user's own, which says where it is not called as it has to be: opened twice, closed while a call is in
 * it, called when it is closed. On disk, its rows are there as soon as they are written, and a file stands for them.
 */
class OwnStore implements StateStore {
    private final String name;
    private final UserCalls calls;
    private final boolean persistent;
    private @Nullable Runnable closing; // null where it is not open
    private @Nullable String place;
    private NavigableMap<Bytes, byte[]> rows = new TreeMap<>();
    private int inside;

    OwnStore(String name, UserCalls calls, boolean persistent) {
        this.name = name;
        this.calls = calls;
        this.persistent = persistent;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final void init(StateStoreContext context, StateStore root) {
        calls.callback(Callback.STORE_INIT);
        OpenStores stores = calls.stores();
        String at = name + " of task " + context.taskId();
        Runnable opened = closing == null ? stores.open(at) : null;
        require(opened != null, "is opened twice");
        closing = opened;
        place = at;
        if (persistent) {
            rows = rowsOnDisk(stores, context.stateDir().toPath());
            if (!(this instanceof OwnRows)) {
                calls.opened(at, rows);
            }
        }
        context.register(root, (key, value) -> write(Bytes.wrap(key), value));
    }

    private NavigableMap<Bytes, byte[]> rowsOnDisk(OpenStores stores, Path folder) {
        Path file = folder.resolve(name + ".rows");
        NavigableMap<Bytes, byte[]> kept = stores.rows(file);
        try {
            if (!Files.exists(file)) {
                kept.clear();
                Files.createDirectories(folder);
                Files.createFile(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the store " + name + " has no folder", failure);
        }
        return kept;
    }

    /** Does something within a call of the store. */
    final <T> T call(Supplier<T> work) {
        require(closing != null, "is called when it is closed");
        inside++;
        try {
            T result = work.get();
            require(closing != null, "was closed while a call was in it");
            return result;
        } finally {
            inside--;
        }
    }

    final NavigableMap<Bytes, byte[]> rows() {
        return rows;
    }

    final void write(Bytes key, byte @Nullable [] value) {
        call(() -> value == null ? rows.remove(key) : rows.put(key, value));
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            throw calls.violation(Invariant.STORE_IS_CALLED_IN_TURN, "store " + name + " (" + place + ") " + what);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // which the default of the other one calls
    public final void flush() {
        call(() -> name);
        calls.callback(Callback.STORE_COMMIT);
    }

    @Override
    public final void close() {
        require(inside == 0, "is closed while a call is in it");
        Runnable opened = closing;
        closing = null;
        if (opened != null) {
            opened.run();
        }
        calls.callback(Callback.STORE_CLOSE);
    }

    @Override
    public final boolean persistent() {
        return persistent;
    }

    @Override
    public final boolean isOpen() {
        return closing != null;
    }

    /** Builds such stores, without a changelog. */
    record Builder(String name, UserCode code, boolean persistent) implements StoreBuilder<OwnStore> {
        @Override
        public OwnStore build() {
            return new OwnStore(name, code.calls(), persistent);
        }

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
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }
    }
}
