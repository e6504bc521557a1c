package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * The windows of a store, in the order of their times, as both families of stores can show them.
 *
 * @param <K> the type of keys
 * @param <S> the type of stored values
 * @param <V> the type of aggregates
 */
interface WindowScan<K, S, V> {
    /** The windows of these times, both included; those of one time in the order of their keys' bytes. */
    KeyValueIterator<Windowed<K>, S> between(long fromMs, long toMs);

    /** The time by which the store finds a window. */
    long timeMs(Window window);

    /** Whether windows of one time are forwarded by their start; those of one start are in the order of their keys. */
    default boolean goesByStart() {
        return false;
    }

    @Nullable
    V aggregate(S stored);

    /** The timestamp of a window's result. */
    long timestamp(Window window, S stored);

    /** Windows by their start. */
    static <K, V> WindowScan<K, ValueAndTimestamp<V>, V> of(TimestampedWindowStore<K, V> store) {
        return new WindowScan<>() {
            @Override
            public KeyValueIterator<Windowed<K>, ValueAndTimestamp<V>> between(long fromMs, long toMs) {
                return store.fetchAll(fromMs, toMs);
            }

            @Override
            public long timeMs(Window window) {
                return window.start();
            }

            @Override
            public @Nullable V aggregate(ValueAndTimestamp<V> stored) {
                return stored.value();
            }

            @Override
            public long timestamp(Window window, ValueAndTimestamp<V> stored) {
                return stored.timestamp();
            }
        };
    }

    /** Sessions by their end. On disk, those of one end go by their start; in memory, by their keys. */
    static <K, V> WindowScan<K, V, V> of(SessionStore<K, V> store) {
        return new WindowScan<>() {
            @Override
            public KeyValueIterator<Windowed<K>, V> between(long fromMs, long toMs) {
                return store.findSessions(fromMs, toMs);
            }

            @Override
            public long timeMs(Window window) {
                return window.end();
            }

            @Override
            public boolean goesByStart() {
                return store.persistent();
            }

            @Override
            public @Nullable V aggregate(V stored) {
                return stored;
            }

            @Override
            public long timestamp(Window window, V stored) {
                return window.end();
            }
        };
    }
}
