package org.stoatflow.state.cache;

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
    /** The same record with other headers. */
    CachedContext withHeaders(CopyOnWriteHeaders others) {
        return new CachedContext(timestamp, others, kept, keptBytes);
    }

    /** Memory that a row holds by this, in bytes, though other rows of the record may hold the same. */
    long bytes() {
        return keptBytes + headers.bytes();
    }
}
