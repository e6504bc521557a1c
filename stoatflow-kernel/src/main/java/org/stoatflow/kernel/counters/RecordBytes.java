package org.stoatflow.kernel.counters;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The size of a record in a topic, as Kafka Streams' {@code bytes-consumed-total} and {@code bytes-produced-total}
 * count it: key, value, topic, headers, timestamp, offset and partition, in bytes.
 */
public final class RecordBytes {
    private static final long TIMESTAMP_OFFSET_PARTITION = 8 + 8 + 4;

    private RecordBytes() {}

    /** The size of a record that was read. A null key or value counts -1, as in Kafka Streams. */
    public static long of(ConsumerRecord<?, ?> record) {
        return TIMESTAMP_OFFSET_PARTITION
                + record.topic().length()
                + record.serializedKeySize()
                + record.serializedValueSize()
                + of(record.headers());
    }

    /** The size of a record that is to be sent. */
    public static long of(String topic, byte @Nullable [] key, byte @Nullable [] value, @Nullable Headers headers) {
        return TIMESTAMP_OFFSET_PARTITION
                + topic.length()
                + length(key)
                + length(value)
                + (headers == null ? 0 : of(headers));
    }

    private static long of(Headers headers) {
        long bytes = 0;
        for (Header header : headers.toArray()) {
            bytes += length(header.value()) + header.key().length();
        }
        return bytes;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
