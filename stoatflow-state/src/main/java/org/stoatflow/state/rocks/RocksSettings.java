package org.stoatflow.state.rocks;

/**
 * Limits of the one RocksDB of an application, which has them of its bound of memory, see {@link #withMemoryBytes}.
 * Immutable; start from {@link #defaults()}.
 *
 * @param memoryBytes bound of cached blocks, indexes, filters and write buffers together, in bytes; default 256 MiB.
 *     Blocks that a scan has in use may go beyond it, since reads would have to fail otherwise
 * @param writeBuffersBytes how many of {@code memoryBytes} all write buffers may take, in bytes; default 128 MiB
 * @param writeBufferBytes size of one write buffer, in bytes; default 32 MiB
 * @param blockBytes size of uncompressed data blocks, in bytes; default 8 KiB
 * @param bloomBitsPerKey bits of the bloom filter for each key; default 10, which lets 1 % of misses through to the
 *     disk
 * @param backgroundJobs threads that flush and compact; default half of the processors, 2 at least and 6 at most
 * @param walBytesMax size of write-ahead logs at which the oldest write buffer is flushed, in bytes; default 256 MiB
 */
public record RocksSettings(
        long memoryBytes,
        long writeBuffersBytes,
        long writeBufferBytes,
        long blockBytes,
        double bloomBitsPerKey,
        int backgroundJobs,
        long walBytesMax) {
    private static final long MIB = 1L << 20;
    private static final long WRITE_BUFFER_BYTES_MAX = 64 * MIB;

    /** Checks the limits. */
    public RocksSettings {
        requireAtLeast("writeBufferBytes", writeBufferBytes, MIB);
        requireAtLeast("writeBuffersBytes", writeBuffersBytes, writeBufferBytes);
        requireAtLeast("memoryBytes", memoryBytes, writeBuffersBytes);
        requireAtLeast("blockBytes", blockBytes, 1 << 10);
        requireAtLeast("backgroundJobs", backgroundJobs, 1);
        requireAtLeast("walBytesMax", walBytesMax, writeBufferBytes);
    }

    private static void requireAtLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + "=" + value + " must be at least " + least);
        }
    }

    /**
     * The limits that suit most applications.
     *
     * @return the defaults named above
     */
    public static RocksSettings defaults() {
        int jobs = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 2, 6);
        return new RocksSettings(256 * MIB, 128 * MIB, 32 * MIB, 8 << 10, 10, jobs, 256 * MIB);
    }

    /**
     * These settings with another bound of memory, half of which write buffers may take, and one of them an eighth.
     * What is written for the first time costs a compaction the less the more rows it comes with, so write buffers pay
     * more than cached blocks (docs/design/056).
     *
     * @param bytes the bound, in bytes, at least 4 MiB
     * @return the changed settings
     */
    public RocksSettings withMemoryBytes(long bytes) {
        return new RocksSettings(
                bytes,
                bytes / 2,
                Math.clamp(bytes / 8, MIB, WRITE_BUFFER_BYTES_MAX),
                blockBytes,
                bloomBitsPerKey,
                backgroundJobs,
                walBytesMax);
    }
}
