package org.stoatflow.simulation.stores;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;

/**
 * The committed records of a store's changelog, by their offsets. A compacted one has the last record of each key only;
 * that of a versioned store has each for as long as a version can be read, which here is all of them.
 */
final class Changelog {
    private final boolean compacted;
    private final List<TreeMap<Long, Logged>> records = new ArrayList<>();
    private final List<Map<Bytes, Long>> last = new ArrayList<>();
    private final long[] next = new long[Subject.PARTITIONS];
    private final long[] positions = new long[Subject.PARTITIONS];

    Changelog(boolean compacted) {
        this.compacted = compacted;
        for (int partition = 0; partition < Subject.PARTITIONS; partition++) {
            records.add(new TreeMap<>());
            last.add(new TreeMap<>());
        }
    }

    void commit(List<Logged> epoch) {
        for (Logged record : epoch) {
            int partition = record.partition();
            long offset = next[partition]++;
            records.get(partition).put(offset, record);
            Long before = compacted ? last.get(partition).put(record.key(), offset) : null;
            if (before != null) {
                records.get(partition).remove(before);
            }
        }
    }

    /** Records that are not committed take offsets, too. */
    void abort(List<Logged> epoch) {
        epoch.forEach(record -> next[record.partition()]++);
    }

    /** The offset of the next record. */
    long end(int partition) {
        return next[partition];
    }

    /** The engine has all records of a partition. */
    void applied(int partition) {
        positions[partition] = next[partition];
    }

    /** How far the engine has the records of a partition. */
    long position(int partition) {
        return positions[partition];
    }

    /** The records from an offset on. */
    List<Logged> from(int partition, long offset) {
        return new ArrayList<>(records.get(partition).tailMap(offset, true).values());
    }
}
