package org.stoatflow.stores;

/** How much time the entries of one segment cover, in the stores that forget by time; as in Kafka Streams. */
final class Segments {
    /** Stores in memory have no segments: each point in time is one by itself. */
    static final long IN_MEMORY_MS = 1;

    private static final long ON_DISK_MIN_MS = 60_000;

    private Segments() {}

    /** As many segments as Kafka Streams has of versions: the longer the history, the more. */
    static long ofVersionsMs(long historyMs) {
        if (historyMs <= 60_000) {
            return Math.max(historyMs / 3, 2_000);
        } else if (historyMs <= 300_000) {
            return Math.max(historyMs / 5, 20_000);
        } else if (historyMs <= 3_600_000) {
            return Math.max(historyMs / 12, 60_000);
        }
        return Math.max(historyMs / 24, 300_000);
    }

    /** On disk, two or three segments cover the retention, and none is shorter than a minute. */
    static long onDiskMs(long retentionMs) {
        return Math.max(retentionMs / 2, ON_DISK_MIN_MS);
    }
}
