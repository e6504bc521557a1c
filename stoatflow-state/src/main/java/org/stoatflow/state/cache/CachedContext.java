package org.stoatflow.state.cache;

import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;

/**
 * The record that was in process when a cached row was written last.
 *
 * @param timestamp its timestamp
 * @param headers its headers as they were then, shared
 * @param kept what the lane keeps of it besides, see {@link org.stoatflow.state.CurrentRecord#keepForRow()}
 * @param keptBytes memory of what is kept, see {@link org.stoatflow.state.CurrentRecord#keptForRowBytes()}
 */
public record CachedContext(
        long timestamp,
        CopyOnWriteHeaders headers,
        @Nullable Object kept,
        long keptBytes) {
    /** Charged for each header besides its name and value: its object, and those of both. */
    private static final int HEADER_OVERHEAD_BYTES = 112;

    /** The same record with other headers. */
    CachedContext withHeaders(CopyOnWriteHeaders others) {
        return new CachedContext(timestamp, others, kept, keptBytes);
    }

    /** Memory that a row holds by this, in bytes, though other rows of the record may hold the same. */
    long bytes() {
        return keptBytes + bytesOf(headers);
    }

    private static long bytesOf(CopyOnWriteHeaders headers) {
        if (headers.isEmpty()) {
            return 0;
        }
        long bytes = 0;
        for (Header header : headers) {
            byte[] value = header.value();
            bytes += HEADER_OVERHEAD_BYTES + header.key().length() + (value == null ? 0 : value.length);
        }
        return bytes;
    }
}
