package org.stoatflow.state;

/**
 * What a state on disk tells of itself. Those with a property have a metric of Kafka Streams' by their name. None of
 * them costs a read or a write anything.
 */
public enum StateMetric {
    ENTRIES_OF_ACTIVE("num-entries-active-mem-table", "Rows in write buffers that are being filled"),
    ENTRIES_OF_FULL("num-entries-imm-mem-tables", "Rows in full write buffers"),
    DELETES_OF_ACTIVE("num-deletes-active-mem-table", "Deletions in write buffers that are being filled"),
    DELETES_OF_FULL("num-deletes-imm-mem-tables", "Deletions in full write buffers"),
    FULL_BUFFERS("num-immutable-mem-table", "Full write buffers"),
    ACTIVE_BYTES("cur-size-active-mem-table", "Bytes of write buffers that are being filled"),
    BUFFER_BYTES("cur-size-all-mem-tables", "Bytes of write buffers"),
    BUFFER_BYTES_PINNED("size-all-mem-tables", "Bytes of write buffers, with those that readers hold"),
    FLUSH_PENDING("mem-table-flush-pending", "Families of which a write buffer waits to be flushed"),
    FLUSHES("num-running-flushes", "Flushes under way", false),
    COMPACTION_PENDING("compaction-pending", "Families that wait for a compaction"),
    COMPACTIONS("num-running-compactions", "Compactions under way", false),
    COMPACTION_BYTES_PENDING("estimate-pending-compaction-bytes", "Bytes that compactions have yet to rewrite"),
    FILE_BYTES("total-sst-files-size", "Bytes of files with rows"),
    LIVE_FILE_BYTES("live-sst-files-size", "Bytes of files with rows that the newest version has"),
    VERSIONS("num-live-versions", "Versions that readers hold"),
    CACHE_CAPACITY("block-cache-capacity", "Bound of the block cache in bytes", false),
    CACHE_BYTES("block-cache-usage", "Bytes in the block cache", false),
    CACHE_BYTES_PINNED("block-cache-pinned-usage", "Bytes in the block cache that readers hold", false),
    KEYS("estimate-num-keys", "About how many rows there are"),
    READER_BYTES("estimate-table-readers-mem", "About how many bytes readers of files take beside the block cache"),
    BACKGROUND_ERRORS("background-errors", "Failed flushes and compactions", false),

    /** Whether writes wait until a flush or a compaction has ended: 1 or 0. */
    WRITES_STOPPED,
    /** How often writes were slowed down or stopped since the state was opened. */
    WRITE_STALLS,
    /** Seconds of flushes and compactions since the state was opened. */
    COMPACTION_SECONDS,
    /** Bytes that flushes and compactions have written since the state was opened. */
    COMPACTION_BYTES;

    private final String property;
    private final String description;
    private final boolean summed;

    StateMetric() {
        this("", "");
    }

    StateMetric(String property, String description) {
        this(property, description, true);
    }

    StateMetric(String property, String description, boolean summed) {
        this.property = property;
        this.description = description;
        this.summed = summed;
    }

    /** The name of Kafka Streams' metric, and of RocksDB's property behind its prefix; empty where there is none. */
    public String property() {
        return property;
    }

    /** What the metric says. */
    public String description() {
        return description;
    }

    /** Whether each family has its share; if not, each would tell the same. */
    public boolean isSummed() {
        return summed;
    }

    /** Whether it begins at zero when the state is opened and only grows. */
    public boolean isCounter() {
        return this == WRITE_STALLS || this == COMPACTION_SECONDS || this == COMPACTION_BYTES;
    }
}
