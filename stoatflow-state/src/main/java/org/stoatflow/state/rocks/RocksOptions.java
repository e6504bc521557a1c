package org.stoatflow.state.rocks;

import java.util.Objects;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.WriteBufferManager;
import org.stoatflow.streams.state.internals.BlockBasedTableConfigWithAccessibleCache;

/**
 * RocksDB's options made of our settings. One cache bounds blocks and, through the write-buffer manager that charges
 * it, write buffers. The cache does not enforce its bound strictly, since reads would then fail.
 *
 * <p>Level compaction with LZ4, ZSTD at the bottom: a third of the space of Kafka Streams' universal, uncompressed
 * layout on the same rows. A compaction of level 0 rewrites the rows below that it meets, which are all where keys come
 * in no order. So it waits until several write buffers have come together, and the level below it takes as much as they
 * bring (docs/design/056).
 */
final class RocksOptions {
    private static final long SYNC_STEP_BYTES = 1 << 20;
    private static final int INFO_LOGS_MAX = 2;
    private static final long INFO_LOG_BYTES_MAX = 10 << 20;
    private static final int LEVEL_0_FILES = 12;
    private static final int LEVEL_0_FILES_SLOW = 24; // writes are slowed down
    private static final int LEVEL_0_FILES_STOP = 36;
    private static final int LEVEL_WRITE_BUFFERS = 32;
    private static final long LEVEL_BYTES_MIN = 256 << 20;

    static final CompressionType COMPRESSION = CompressionType.LZ4_COMPRESSION;

    static final CompressionType COMPRESSION_AT_BOTTOM = CompressionType.ZSTD_COMPRESSION;

    /** Level 3, which is RocksDB's choice, takes a quarter more time and saves nothing on such small blocks. */
    private static final int ZSTD_LEVEL = 1;

    /**
     * Of LZ4: how much it skips where nothing repeats. Rows of 110 bytes take a seventh more so, and half of the time.
     */
    private static final int LZ4_ACCELERATION = 5;

    private final Natives natives;
    private final RocksSettings settings;
    private final Cache cache;

    RocksOptions(RocksSettings settings, Natives natives) {
        this.settings = settings;
        this.natives = natives;
        cache = natives.hold(new HyperClockCache(settings.memoryBytes(), 0, -1, false));
    }

    /**
     * Has RocksDB remember which write-ahead logs it needs, in its list of files and in each log of the one before.
     * Else a log that is gone, as a cleaner of log files takes it, is passed over, and so is the end of the list: the
     * rows of one family may then be older than the positions of the other, or miss what was written between two logs.
     */
    private static DBOptions withTrackedLogs() {
        Properties tracked = new Properties(); // there are no methods for these
        tracked.setProperty("track_and_verify_wals_in_manifest", "true");
        tracked.setProperty("track_and_verify_wals", "true");
        return Objects.requireNonNull(DBOptions.getDBOptionsFromProps(tracked), "RocksDB does not know " + tracked);
    }

    DBOptions database() {
        return natives.hold(withTrackedLogs())
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setWriteBufferManager(natives.hold(new WriteBufferManager(settings.writeBuffersBytes(), cache)))
                .setMaxBackgroundJobs(settings.backgroundJobs())
                .setMaxTotalWalSize(settings.walBytesMax())
                .setBytesPerSync(SYNC_STEP_BYTES)
                .setWalBytesPerSync(SYNC_STEP_BYTES)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(INFO_LOGS_MAX)
                .setMaxLogFileSize(INFO_LOG_BYTES_MAX);
    }

    ColumnFamilyOptions family() {
        BlockBasedTableConfig table = new BlockBasedTableConfigWithAccessibleCache()
                .setBlockCache(cache)
                .setBlockSize(settings.blockBytes())
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setFilterPolicy(natives.hold(new BloomFilter(settings.bloomBitsPerKey())));
        return natives.hold(new ColumnFamilyOptions())
                .setTableFormatConfig(table)
                .setWriteBufferSize(settings.writeBufferBytes())
                .setMaxWriteBufferNumber(Math.clamp(settings.writeBuffersBytes() / settings.writeBufferBytes(), 2, 6))
                .setLevelCompactionDynamicLevelBytes(true)
                .setLevel0FileNumCompactionTrigger(LEVEL_0_FILES)
                .setLevel0SlowdownWritesTrigger(LEVEL_0_FILES_SLOW)
                .setLevel0StopWritesTrigger(LEVEL_0_FILES_STOP)
                .setMaxBytesForLevelBase(Math.max(LEVEL_BYTES_MIN, LEVEL_WRITE_BUFFERS * settings.writeBufferBytes()))
                .setCompressionType(COMPRESSION)
                .setBottommostCompressionType(COMPRESSION_AT_BOTTOM)
                .setBottommostCompressionOptions(
                        natives.hold(new CompressionOptions()).setEnabled(true).setLevel(ZSTD_LEVEL));
    }

    /**
     * Of {@link #COMPRESSION}, for rows that are rewritten anyhow; the caller closes it. RocksDB takes levels below 0.
     */
    static CompressionOptions lightCompression() {
        return new CompressionOptions().setEnabled(true).setLevel(-LZ4_ACCELERATION);
    }
}
