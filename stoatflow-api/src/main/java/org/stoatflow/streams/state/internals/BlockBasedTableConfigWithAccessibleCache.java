package org.stoatflow.streams.state.internals;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;

/**
 * RocksDB's options of tables, which tell their cache. Kept under this name because setters of options cast to it, for
 * example LittleHorse's.
 */
public class BlockBasedTableConfigWithAccessibleCache extends BlockBasedTableConfig {
    private Cache cache;

    /** Creates options without a cache. */
    public BlockBasedTableConfigWithAccessibleCache() {}

    @Override
    public BlockBasedTableConfig setBlockCache(Cache blockCache) {
        cache = blockCache;
        return super.setBlockCache(blockCache);
    }

    /**
     * The cache of blocks.
     *
     * @return as it was set last; null where none was
     */
    public Cache blockCache() {
        return cache;
    }
}
