package org.stoatflow.state.rocks;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.StateMetric;

/** Reads what RocksDB tells of itself. It counts that without its statistics, which would cost each read and write. */
final class RocksMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(RocksMetrics.class);
    private static final String PREFIX = "rocksdb.";
    private static final double BYTES_PER_GB = 1 << 30;

    private final RocksDB db;
    private final ColumnFamilyHandle rows;

    RocksMetrics(RocksDB db, ColumnFamilyHandle rows) {
        this.db = db;
        this.rows = rows;
    }

    /** Reads all that this database has: one with other options may have no block cache. */
    Map<StateMetric, Double> read() {
        Map<StateMetric, Double> metrics = new EnumMap<>(StateMetric.class);
        for (StateMetric metric : StateMetric.values()) {
            if (!metric.property().isEmpty()) {
                put(metrics, metric, () -> (double) property(metric));
            }
        }
        put(metrics, StateMetric.WRITES_STOPPED, () -> (double) db.getLongProperty(rows, PREFIX + "is-write-stopped"));
        Map<String, String> told = new HashMap<>();
        for (String group : List.of("cfstats", "db-write-stall-stats")) {
            try {
                told.putAll(db.getMapProperty(rows, PREFIX + group));
            } catch (RocksDBException none) {
                LOG.debug("RocksDB does not tell {}", group, none);
            }
        }
        metrics.put(
                StateMetric.WRITE_STALLS,
                number(told, "total-delays")
                        + number(told, "total-stops")
                        + number(told, "write-buffer-manager-limit-stops"));
        metrics.put(StateMetric.COMPACTION_SECONDS, number(told, "compaction.Sum.CompSec"));
        metrics.put(StateMetric.COMPACTION_BYTES, number(told, "compaction.Sum.WriteGB") * BYTES_PER_GB);
        return metrics;
    }

    private interface Property {
        double read() throws RocksDBException;
    }

    private static void put(Map<StateMetric, Double> metrics, StateMetric metric, Property property) {
        try {
            metrics.put(metric, property.read());
        } catch (RocksDBException none) {
            LOG.debug("RocksDB does not tell {}", metric, none);
        }
    }

    private long property(StateMetric metric) throws RocksDBException {
        String property = PREFIX + metric.property();
        return metric.isSummed() ? db.getAggregatedLongProperty(property) : db.getLongProperty(rows, property);
    }

    /** A number as RocksDB writes it: by the locale of the process, so that it may have a comma. 0 where it is none. */
    static double number(Map<String, String> properties, String name) {
        String told = properties.getOrDefault(name, "0");
        try {
            return Double.parseDouble(told.replace(',', '.'));
        } catch (NumberFormatException other) {
            LOG.debug("RocksDB tells {} as '{}'", name, told);
            return 0;
        }
    }
}
