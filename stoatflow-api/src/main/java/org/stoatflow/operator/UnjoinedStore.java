package org.stoatflow.operator;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.InternalTopics;

/**
 * The store of a left or outer join that keeps records that have found no partner yet, of both sides. The operators of
 * both sides share what they know of it in a lane. Threads: any lane opens its part of it.
 *
 * @param <K> the type of keys
 * @param <V1> the type of the left stream's values
 * @param <V2> the type of the right stream's values
 */
public final class UnjoinedStore<K, V1, V2> {
    private final StoreBuilder<KeyValueStore<Bytes, byte[]>> builder;
    private final @Nullable Serde<K> keys;
    private final @Nullable Serde<V1> left;
    private final @Nullable Serde<V2> right;

    /**
     * Shared. Written by: lanes, where an operator is initialized. Read by: the same. Safe: a lock, with which nothing
     * of the user's is called. Proof: UnjoinedStoreTest.
     */
    private final ReentrantLock lock = new ReentrantLock();

    /** By the lane's store. Touched with the lock only. */
    private final Map<KeyValueStore<Bytes, byte[]>, UnjoinedTimes> times = new WeakHashMap<>();

    /**
     * Creates the description of a store.
     *
     * @param builder its only builder
     * @param keys the serde of keys; null for the default one
     * @param left the serde of the left stream's values; null for the default one
     * @param right the serde of the right stream's values; null for the default one
     */
    public UnjoinedStore(
            StoreBuilder<KeyValueStore<Bytes, byte[]>> builder,
            @Nullable Serde<K> keys,
            @Nullable Serde<V1> left,
            @Nullable Serde<V2> right) {
        this.builder = builder;
        this.keys = keys;
        this.left = left;
        this.right = right;
    }

    /**
     * What makes the store.
     *
     * @return the only builder
     */
    public StoreBuilder<?> builder() {
        return builder;
    }

    /**
     * The store.
     *
     * @return its name
     */
    public String name() {
        return builder.name();
    }

    UnjoinedRows<K, V1, V2> open(ProcessorContext<?, ?> context) {
        UnjoinedFormat<K, V1, V2> format = new UnjoinedFormat<>(
                new InternalTopics(context.applicationId()).changelog(name()),
                serde(keys, context::keySerde, "key"),
                serde(left, context::valueSerde, "value"),
                serde(right, context::valueSerde, "value"));
        return new UnjoinedRows<>(context.getStateStore(name()), format);
    }

    /**
     * What the operators of both sides know of the store in their lane. The left one, whose node comes first, makes and
     * remembers it, anew each time that the lane's operators are made.
     */
    UnjoinedTimes times(ProcessorContext<?, ?> context, boolean isLeft) {
        KeyValueStore<Bytes, byte[]> store = context.getStateStore(name());
        lock.lock();
        try {
            UnjoinedTimes known = times.get(store);
            if (isLeft || known == null) {
                known = new UnjoinedTimes(context);
                times.put(store, known);
                ((OperatorHooks) context).remember(known);
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    /** Asks for the default serde only where the operator has none, since it is an error that there is no default. */
    @SuppressWarnings("unchecked") // serdes and the types of their users meet only at run time, as in Kafka Streams
    private <T> Serde<T> serde(@Nullable Serde<T> own, Supplier<@Nullable Serde<?>> byDefault, String side) {
        Serde<T> serde = own == null ? (Serde<T>) byDefault.get() : own;
        if (serde == null) {
            throw new StreamsException("Store " + name() + " has no " + side
                    + " serde: give StreamJoined one, or set default." + side + ".serde");
        }
        return serde;
    }
}
