package org.stoatflow.memorykafka;

import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** The bytes of a record, as a producer counts and keeps them. */
final class RecordBytes {
    private static final int OVERHEAD = 70;

    private RecordBytes() {}

    /** How many bytes a record has. */
    static int of(byte @Nullable [] key, byte @Nullable [] value, Header... headers) {
        int bytes = OVERHEAD + length(key) + length(value);
        for (Header header : headers) {
            bytes += header.key().length() + length(header.value());
        }
        return bytes;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    /** A caller may go on using its arrays: Kafka's producer copies them into a batch as well. */
    static byte @Nullable [] copy(byte @Nullable [] bytes) {
        return bytes == null ? null : bytes.clone();
    }
}
