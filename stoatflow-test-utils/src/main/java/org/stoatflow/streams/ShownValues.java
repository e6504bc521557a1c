package org.stoatflow.streams;

import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;

/**
 * How a store's values are seen without their timestamps or headers. What is put has the timestamp -1 or no headers, as
 * in Kafka Streams.
 *
 * @param show what is seen of a value, not null
 * @param make makes a value of what is seen, not null
 * @param <A> type of the values that the store has
 * @param <V> type of the values that are seen
 */
record ShownValues<A, V>(Function<A, V> show, Function<V, A> make) {
    static <V> ShownValues<ValueAndTimestamp<V>, V> withoutTimestamps() {
        return new ShownValues<>(
                ValueAndTimestamp::value, value -> ValueAndTimestamp.make(value, ConsumerRecord.NO_TIMESTAMP));
    }

    static <V> ShownValues<ValueTimestampHeaders<V>, ValueAndTimestamp<V>> withoutHeaders() {
        return new ShownValues<>(
                value -> ValueAndTimestamp.make(value.value(), value.timestamp()),
                value -> ValueTimestampHeaders.make(value.value(), value.timestamp(), new RecordHeaders()));
    }

    static <V> ShownValues<ValueTimestampHeaders<V>, V> withoutTimestampsAndHeaders() {
        return new ShownValues<>(
                ValueTimestampHeaders::value,
                value -> ValueTimestampHeaders.make(value, ConsumerRecord.NO_TIMESTAMP, new RecordHeaders()));
    }

    V shown(A value) {
        return value == null ? null : show.apply(value);
    }

    A made(V value) {
        return value == null ? null : make.apply(value);
    }
}
