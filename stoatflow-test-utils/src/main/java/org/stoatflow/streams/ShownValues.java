package org.stoatflow.streams;

import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;

/**
 * How a store's values are seen without their timestamps or headers. What is put has the timestamp -1 or no headers, as
 * in Kafka Streams; a changelog takes no such timestamp.
 *
 * @param show what is seen of a value, not null
 * @param make makes a value of what is seen, not null
 * @param <A> type of the values that the store has
 * @param <V> type of the values that are seen
 */
record ShownValues<A, V>(Function<A, V> show, Function<V, A> make) {
    /** @param logged whether what is put is for a changelog, which refuses it */
    static <V> ShownValues<ValueAndTimestamp<V>, V> withoutTimestamps(boolean logged) {
        return new ShownValues<>(ValueAndTimestamp::value, value -> {
            requireUnlogged(logged);
            return ValueAndTimestamp.make(value, ConsumerRecord.NO_TIMESTAMP);
        });
    }

    private static void requireUnlogged(boolean logged) {
        if (logged) {
            throw new IllegalArgumentException("Invalid timestamp: " + ConsumerRecord.NO_TIMESTAMP
                    + ". The store keeps timestamps and has a changelog: put values with their timestamps, by the"
                    + " driver's method for such a store");
        }
    }

    static <V> ShownValues<ValueTimestampHeaders<V>, ValueAndTimestamp<V>> withoutHeaders() {
        return new ShownValues<>(
                value -> ValueAndTimestamp.make(value.value(), value.timestamp()),
                value -> ValueTimestampHeaders.make(value.value(), value.timestamp(), new RecordHeaders()));
    }

    /** @param logged as above */
    static <V> ShownValues<ValueTimestampHeaders<V>, V> withoutTimestampsAndHeaders(boolean logged) {
        return new ShownValues<>(ValueTimestampHeaders::value, value -> {
            requireUnlogged(logged);
            return ValueTimestampHeaders.make(value, ConsumerRecord.NO_TIMESTAMP, new RecordHeaders());
        });
    }

    V shown(A value) {
        return value == null ? null : show.apply(value);
    }

    A made(V value) {
        return value == null ? null : make.apply(value);
    }
}
