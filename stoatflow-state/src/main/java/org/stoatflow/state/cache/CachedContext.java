package org.stoatflow.state.cache;

import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;

/**
 * The record that was in process when a cached row was written last.
 *
 * @param timestamp its timestamp
 * @param headers its headers as they were then, shared
 * @param kept what the lane keeps of it besides, see {@link org.stoatflow.state.CurrentRecord#keep()}
 */
public record CachedContext(
        long timestamp,
        CopyOnWriteHeaders headers,
        @Nullable Object kept) {}
