package org.stoatflow.state.versioned;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.segment.Retention;

/**
 * Makes rows of the changelog of a versioned store. A record that had come too late when it was put is skipped; nothing
 * else is, since which version is a key's newest is known at the end of the changelog only. Thread: the restorer's.
 */
final class VersionRestorer implements RowRestorer {
    private final Retention retention;
    private long observedMs = -1;

    VersionRestorer(Retention retention) {
        this.retention = retention;
    }

    @Override
    public void restore(byte[] key, byte @Nullable [] value, long timestamp, Headers headers, RestoredRows rows) {
        if (timestamp < observedMs - retention.retentionMs()) {
            return;
        }
        observedMs = Math.max(observedMs, timestamp);
        byte[] newest = rows.get(VersionKeys.newest(key));
        History.restore(
                retention, key, newest == null ? null : Version.of(newest), new Version(timestamp, value), rows::put);
    }
}
