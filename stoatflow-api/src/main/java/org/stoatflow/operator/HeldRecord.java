package org.stoatflow.operator;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * A record that an operator has held back, or the newest update of a row.
 *
 * @param key the key
 * @param value the value
 * @param timestamp the event time
 * @param headers the headers, which are not written any more
 * @param origin where the record came from; null where this is not known
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public record HeldRecord<K, V>(
        K key,
        V value,
        long timestamp,
        Headers headers,
        @Nullable RecordMetadata origin) {}
