package org.stoatflow.state;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The record that was in process when a cached row was written last.
 *
 * @param timestamp its timestamp
 * @param headers its headers
 * @param kept what the lane keeps of it besides, see {@link RecordClock#keep()}
 */
record CachedContext(
        long timestamp, Headers headers, @Nullable Object kept) {}
