package org.stoatflow.kernel.batch;

import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;

/**
 * One record on its way through a hop. Key and value go over as bytes. If the near and the far end have Kafka's own
 * serdes of an immutable class, and the object is of that class, the object goes over instead of its bytes; it must be
 * immutable, since one object may come to several lanes.
 *
 * @param key the key as an object if it goes over as one, else null
 * @param value an immutable object or the value's bytes; null for a null value
 * @param timestamp event time
 * @param headers headers that no other record has
 * @param keyBytes serialized key, null for a null key
 * @param partition virtual partition in the target stage
 * @param offset offset of the source record that caused this one
 */
public record HopRecord(
        @Nullable Object key,
        @Nullable Object value,
        long timestamp,
        CopyOnWriteHeaders headers,
        byte @Nullable [] keyBytes,
        int partition,
        long offset) {
    /** Memory of the record object and of its place in a batch, in bytes. */
    static final int OVERHEAD_BYTES = 56;

    private static final int ARRAY_BYTES = 16;
    private static final int STRING_BYTES = 24 + ARRAY_BYTES;
    private static final int BOXED_BYTES = 32; // a UUID; a number has 24 or less
    private static final int HEADER_BYTES = 32;

    /**
     * Memory that the record keeps, in bytes, or more: text counts two bytes for each character even if it needs one.
     */
    public long bytes() {
        long bytes = OVERHEAD_BYTES + (keyBytes == null ? 0 : ARRAY_BYTES + keyBytes.length) + bytesOf(key);
        bytes += bytesOf(value);
        return headers.isEmpty() ? bytes : bytes + bytesOf(headers);
    }

    private static long bytesOf(CopyOnWriteHeaders headers) {
        long bytes = HEADER_BYTES;
        for (Header header : headers) {
            bytes += HEADER_BYTES + bytesOf(header.key()) + bytesOf(header.value());
        }
        return bytes;
    }

    private static long bytesOf(@Nullable Object object) {
        return switch (object) {
            case null -> 0;
            case byte[] raw -> ARRAY_BYTES + raw.length;
            case String text -> STRING_BYTES + (long) Character.BYTES * text.length();
            default -> BOXED_BYTES;
        };
    }
}
