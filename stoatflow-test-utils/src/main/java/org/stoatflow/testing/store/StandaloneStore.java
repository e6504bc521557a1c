package org.stoatflow.testing.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.CurrentRecord;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;

/**
 * One store of a test: the engine's store of its kind, with a life that the test decides. It is a proxy, so that it
 * serves every kind of store. Used by one thread.
 */
final class StandaloneStore implements InvocationHandler {
    private static final Set<String> WITHOUT_ROWS = Set.of("flush", "commit");

    private final StoreDescription description;
    private @Nullable StateStore open;
    private @Nullable LaneState rows;

    private StandaloneStore(StoreDescription description) {
        this.description = description;
    }

    static StateStore of(StoreDescription description) {
        // A store opened for a moment says which interfaces a store of this kind has.
        StandaloneStore sample = new StandaloneStore(description);
        StateStore view = sample.opened(Serdes.ByteArray(), Serdes.ByteArray());
        StateStore made = StoreProxies.of(view, new StandaloneStore(description));
        sample.close();
        return made;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a proxy equals itself only
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object[] given = arguments == null ? new Object[0] : arguments;
        return switch (method.getName()) {
            case "init" -> init((StateStoreContext) given[0], (StateStore) given[1]);
            case "close" -> close();
            case "isOpen" -> open != null;
            case "name" -> description.name();
            case "persistent" -> description.persistent();
            case "equals" -> proxy == given[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "store " + description.name() + (open == null ? ", not open" : "");
            default -> call(method, given);
        };
    }

    private @Nullable Object init(StateStoreContext context, StateStore root) {
        if (open != null) {
            throw new IllegalStateException("Store " + description.name() + " is open already");
        }
        open = opened(
                serdeOrNull(description.keySerde(), context::keySerde),
                serdeOrNull(description.valueSerde(), context::valueSerde));
        context.register(root, (key, value) -> {});
        return null;
    }

    /** The default serde, which is asked for only where the store has none. */
    private static @Nullable Serde<?> serdeOrNull(@Nullable Serde<?> own, DefaultSerde ofContext) {
        return own == null ? ofContext.serde() : null;
    }

    @FunctionalInterface
    private interface DefaultSerde {
        Serde<?> serde();
    }

    private StateStore opened(@Nullable Serde<?> keys, @Nullable Serde<?> values) {
        StateEngine engine = StateEngines.inMemory(List.of(description));
        LaneState state = new LaneState(
                engine, List.of(description), new NoRecord(), new SerdeDefaults(keys, values, store -> store));
        rows = state;
        return state.store(description.name());
    }

    private @Nullable Object close() {
        LaneState state = rows;
        rows = null;
        open = null;
        if (state != null) {
            state.close();
        }
        return null;
    }

    private @Nullable Object call(Method method, Object[] arguments) throws Throwable {
        StateStore store = open;
        if (store == null) {
            throw new InvalidStateStoreException("Store " + description.name()
                    + " is not open: call its init() with the context's getStateStoreContext() first");
        }
        if (WITHOUT_ROWS.contains(method.getName())) {
            return null; // there is nothing below to write to
        }
        return StoreProxies.call(store, method, arguments);
    }

    /** There is no record: puts of plain stores have the time 0. */
    private static final class NoRecord implements CurrentRecord {
        @Override
        public long timestamp() {
            return 0;
        }

        @Override
        public Headers headers() {
            return new RecordHeaders();
        }
    }
}
