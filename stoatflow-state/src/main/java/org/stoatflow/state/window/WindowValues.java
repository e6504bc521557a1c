package org.stoatflow.state.window;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * What a window store's users see of a row's value and timestamp.
 *
 * @param <V> the type of values that users see
 */
interface WindowValues<V> {
    /** The plain bytes of a value, or null where it serializes to nothing. */
    byte @Nullable [] plain(V value);

    /** The timestamp that a value carries, or that of the record in process. */
    long timestamp(V value);

    /** The value of a row. */
    V value(byte[] plain, long timestamp);

    static WindowValues<Object> plain(StoreSerdes<Object, Object> serdes, StoreContext context) {
        return new WindowValues<>() {
            @Override
            public byte @Nullable [] plain(Object value) {
                return serdes.valueBytes(value);
            }

            @Override
            public long timestamp(Object value) {
                return context.timestamp();
            }

            @Override
            public Object value(byte[] plain, long timestamp) {
                return serdes.value(plain);
            }
        };
    }

    static WindowValues<ValueAndTimestamp<Object>> timestamped(StoreSerdes<Object, Object> serdes) {
        return new WindowValues<>() {
            @Override
            public byte @Nullable [] plain(ValueAndTimestamp<Object> value) {
                return serdes.valueBytes(value.value());
            }

            @Override
            public long timestamp(ValueAndTimestamp<Object> value) {
                return value.timestamp();
            }

            @Override
            public ValueAndTimestamp<Object> value(byte[] plain, long timestamp) {
                return ValueAndTimestamp.make(serdes.value(plain), timestamp);
            }
        };
    }
}
