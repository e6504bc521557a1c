package org.stoatflow.state.rocks;

import java.util.Collection;
import org.apache.kafka.common.config.ConfigException;
import org.rocksdb.AbstractCompactionFilter;
import org.rocksdb.AbstractCompactionFilterFactory;
import org.rocksdb.AbstractComparator;
import org.rocksdb.AbstractSlice;
import org.rocksdb.AbstractWalFilter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.DBOptions;
import org.rocksdb.DbPath;
import org.rocksdb.IndexType;
import org.rocksdb.MemTableConfig;
import org.rocksdb.MergeOperator;
import org.rocksdb.Options;
import org.rocksdb.SkipListMemTableConfig;
import org.rocksdb.TableFormatConfig;
import org.rocksdb.VectorMemTableConfig;
import org.rocksdb.WALRecoveryMode;
import org.stoatflow.streams.StreamsConfig;

/**
 * The options that a setter of the user's is offered. What changes how rows are found or ordered, or where and how
 * safely they are kept, is refused by the call that sets it: RocksDB itself tells at a later opening, or never. A
 * database whose rows are not found is taken for an empty one. Thread: that which opens the database.
 */
final class OfferedOptions extends Options {
    private static final String ORDER =
            "the engine reads rows in the order of their bytes, those of all stores and partitions";
    private static final String KEPT =
            "RocksDB drops rows by it that the changelogs have, and those of all stores are in one database";
    private static final String PLACE = "the state folder is locked, moved and emptied as a whole";
    private static final String MOMENT = "rows, and how far the changelogs are in them, have to be of one moment";

    private final Class<?> setter;

    OfferedOptions(DBOptions database, ColumnFamilyOptions family, Class<?> setter) {
        super(database, family);
        this.setter = setter;
    }

    private ConfigException refused(String call, String why) {
        return new ConfigException(
                StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
                setter,
                "It calls " + call + ", which cannot be: " + why + ". Take the call away");
    }

    // ---- how rows are ordered and found

    @Override
    public Options setComparator(BuiltinComparator comparator) {
        if (comparator != BuiltinComparator.BYTEWISE_COMPARATOR) {
            throw refused("setComparator", ORDER);
        }
        return super.setComparator(comparator);
    }

    @Override
    public Options setComparator(AbstractComparator comparator) {
        throw refused("setComparator", ORDER);
    }

    @Override
    public Options setMergeOperator(MergeOperator operator) {
        throw refused("setMergeOperator", "the engine merges no rows, and a row that is merged is not what was put");
    }

    @Override
    public Options setMergeOperatorName(String name) {
        throw refused(
                "setMergeOperatorName", "the engine merges no rows, and a row that is merged is not what was put");
    }

    @Override
    public Options useFixedLengthPrefixExtractor(int length) {
        throw refused("useFixedLengthPrefixExtractor", ORDER);
    }

    @Override
    public Options useCappedPrefixExtractor(int length) {
        throw refused("useCappedPrefixExtractor", ORDER);
    }

    @Override
    public Options setTableFormatConfig(TableFormatConfig config) {
        if (!(config instanceof BlockBasedTableConfig table)) {
            throw refused("setTableFormatConfig with a " + config.getClass().getSimpleName(), ORDER);
        }
        if (table.indexType() == IndexType.kHashSearch) {
            throw refused("setTableFormatConfig with an index of type kHashSearch", ORDER);
        }
        return super.setTableFormatConfig(config);
    }

    @Override
    public Options setMemTableConfig(MemTableConfig config) {
        if (!(config instanceof SkipListMemTableConfig || config instanceof VectorMemTableConfig)) {
            throw refused("setMemTableConfig with a " + config.getClass().getSimpleName(), ORDER);
        }
        return super.setMemTableConfig(config);
    }

    // ---- how they are written

    @Override
    public Options setRowCache(Cache cache) {
        throw refused("setRowCache", "the engine deletes rows by ranges, which RocksDB does not beside such a cache");
    }

    @Override
    public Options setCompactionStyle(CompactionStyle style) {
        if (style == CompactionStyle.FIFO) {
            throw refused("setCompactionStyle with FIFO", KEPT);
        }
        return super.setCompactionStyle(style);
    }

    @Override
    public Options setCompactionFilter(AbstractCompactionFilter<? extends AbstractSlice<?>> filter) {
        throw refused("setCompactionFilter", KEPT);
    }

    @Override
    public Options setCompactionFilterFactory(
            AbstractCompactionFilterFactory<? extends AbstractCompactionFilter<?>> factory) {
        throw refused("setCompactionFilterFactory", KEPT);
    }

    // ---- where they are

    @Override
    public Options setDbPaths(Collection<DbPath> paths) {
        throw refused("setDbPaths", PLACE);
    }

    @Override
    public Options setCfPaths(Collection<DbPath> paths) {
        throw refused("setCfPaths", PLACE);
    }

    @Override
    public Options setWalDir(String folder) {
        throw refused("setWalDir", PLACE);
    }

    // ---- of which moment they are

    @Override
    public Options setInplaceUpdateSupport(boolean supported) {
        if (supported) {
            throw refused("setInplaceUpdateSupport", MOMENT);
        }
        return super.setInplaceUpdateSupport(false);
    }

    @Override
    public Options setUnorderedWrite(boolean unordered) {
        if (unordered) {
            throw refused("setUnorderedWrite", MOMENT);
        }
        return super.setUnorderedWrite(false);
    }

    @Override
    public Options setBestEffortsRecovery(boolean bestEfforts) {
        if (bestEfforts) {
            throw refused("setBestEffortsRecovery", MOMENT);
        }
        return super.setBestEffortsRecovery(false);
    }

    @Override
    public Options setWalFilter(AbstractWalFilter filter) {
        throw refused("setWalFilter", MOMENT);
    }

    @Override
    public Options setWalRecoveryMode(WALRecoveryMode mode) {
        if (mode == WALRecoveryMode.SkipAnyCorruptedRecords) {
            throw refused("setWalRecoveryMode with SkipAnyCorruptedRecords", MOMENT);
        }
        return super.setWalRecoveryMode(mode);
    }
}
