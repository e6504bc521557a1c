package org.stoatflow.operator;

import java.util.Set;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * The store of a table, with timestamps or with versions.
 *
 * @param name its name
 * @param builder its only builder
 * @param historyMs for how long it knows what its rows were, in milliseconds; {@link #NO_HISTORY} unless the user has
 *     given a supplier of versioned stores
 * @param <K> the type of keys
 * @param <V> the type of the plain values
 */
@SuppressWarnings("UnusedTypeParameter") // they say what operators may read of the store
public record TableStore<K, V>(String name, StoreBuilder<?> builder, long historyMs) {
    /** The table knows what its rows are, and not what they were. */
    public static final long NO_HISTORY = -1;

    boolean versioned() {
        return historyMs != NO_HISTORY;
    }

    Set<StoreBuilder<?>> builders() {
        return Set.of(builder);
    }

    StateStore open(ProcessorContext<?, ?> context) {
        return context.getStateStore(name);
    }
}
