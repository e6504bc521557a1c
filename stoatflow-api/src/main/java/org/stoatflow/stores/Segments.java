package org.stoatflow.stores;

/** How much time the entries of one segment cover, in the stores that forget by time; as in Kafka Streams. */
final class Segments {
    /** Stores in memory have no segments: each point in time is one by itself. */
    static final long IN_MEMORY_MS = 1;

    private static final long ON_DISK_MIN_MS = 60_000;

    private Segments() {}

    /** On disk, two or three segments cover the retention, and none is shorter than a minute. */
    static long onDiskMs(long retentionMs) {
        return Math.max(retentionMs / 2, ON_DISK_MIN_MS);
    }
}
