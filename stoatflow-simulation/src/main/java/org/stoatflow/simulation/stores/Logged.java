package org.stoatflow.simulation.stores;

import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A changelog record.
 *
 * @param partition its partition
 * @param key its key
 * @param value its value, or null for a tombstone
 * @param timestamp its time, or {@link org.stoatflow.state.ChangelogCollector#NO_TIMESTAMP}
 * @param headers its headers
 */
record Logged(int partition, Bytes key, @Nullable Bytes value, long timestamp, List<Header> headers) {}
