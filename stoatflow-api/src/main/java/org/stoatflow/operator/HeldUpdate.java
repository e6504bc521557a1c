package org.stoatflow.operator;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * The newest update of a row that an operator has held back.
 *
 * @param key the row's key
 * @param change the row's new value, and the value that it had before its newest update
 * @param timestamp the update's event time
 * @param headers the update's headers, which are not written any more
 * @param origin where the record came from that brought the update; null where this is not known
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public record HeldUpdate<K, V>(
        K key,
        Change<V> change,
        long timestamp,
        Headers headers,
        @Nullable RecordMetadata origin) {}
