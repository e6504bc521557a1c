package org.stoatflow.simulation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ClusterView;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.topology.InternalTopics;

/**
 * Compares the rows on one instance's disk with the committed changelogs up to the positions that are stored with the
 * rows.
 */
final class StateCheck {
    private final String instance;
    private final ClusterView cluster;
    private final Changelogs changelogs;
    private final MemoryDisk disk;
    private final Map<TopicPartition, ChangelogFold> folds = new HashMap<>();
    private List<StoreDescription> stores = List.of();
    private boolean due;

    /** Committed changelog records. They are kept when they appear, since compaction removes them. */
    static final class Changelogs {
        private final ClusterView cluster;
        private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
        private final Map<TopicPartition, Long> ends = new HashMap<>();

        Changelogs(ClusterView cluster) {
            this.cluster = cluster;
        }

        /** Reads on. Called after each step in which the cluster has changed. */
        void readOn(String topic) {
            for (TopicPartition partition : cluster.partitions(topic)) {
                long from = ends.getOrDefault(partition, 0L);
                long end = cluster.endOffset(partition, IsolationLevel.READ_COMMITTED);
                if (end > from) {
                    of(partition).addAll(cluster.records(partition, IsolationLevel.READ_COMMITTED, from));
                    ends.put(partition, end);
                }
            }
        }

        List<ConsumerRecord<byte[], byte[]>> of(TopicPartition partition) {
            return records.computeIfAbsent(partition, unknown -> new ArrayList<>());
        }

        long endOf(TopicPartition partition) {
            return ends.getOrDefault(partition, 0L);
        }
    }

    StateCheck(String instance, ClusterView cluster, Changelogs changelogs, MemoryDisk disk) {
        this.instance = instance;
        this.cluster = cluster;
        this.changelogs = changelogs;
        this.disk = disk;
    }

    void onOpen(List<StoreDescription> opened) {
        stores = opened;
    }

    void onWrite() {
        due = true;
    }

    /**
     * Compares after a step in which rows were written, as soon as the changelogs can be read up to the stored
     * positions.
     */
    void check() {
        if (!due) {
            return;
        }
        due = false;
        try (StateEngine engine = StateEngines.inMemory(disk, stores)) {
            for (StoreDescription store : stores) {
                if (store.isUsers()) {
                    continue; // what is in it is seen in the output
                }
                for (TopicPartition changelog : cluster.partitions(topic(store.name()))) {
                    check(engine, store, changelog);
                }
            }
        }
    }

    private void check(StateEngine engine, StoreDescription store, TopicPartition changelog) {
        int id = engine.storeId(store.name());
        ChangelogPosition stored = engine.changelogPosition(id, changelog.partition());
        long position = stored == null ? 0 : stored.nextOffset();
        if (position > changelogs.endOf(changelog)) {
            due = true; // the transaction's markers have not been written yet
            return;
        }
        ChangelogFold fold = folds.computeIfAbsent(changelog, unknown -> new ChangelogFold(store));
        fold.advance(changelogs.of(changelog), position);
        NavigableMap<byte[], byte[]> expected = fold.live();
        NavigableSet<byte[]> missing = new TreeSet<>(expected.navigableKeySet());
        try (CommittedScan scan = engine.scan(id, changelog.partition(), fold.firstLive(), null, true)) {
            while (scan.next()) {
                missing.remove(scan.key());
                if (!Arrays.equals(expected.get(scan.key()), scan.value())
                        && !mayBeOlder(scan.key(), store, changelog, position)) {
                    throw new Violation(
                            Invariant.STATE_IS_COMMITTED_CHANGELOG,
                            instance + " has " + text(scan.value()) + " for "
                                    + new String(scan.key(), StandardCharsets.UTF_8) + " in " + changelog
                                    + ", and the changelog has " + text(expected.get(scan.key())) + " before offset "
                                    + position);
                }
            }
        }
        missing.removeIf(row -> mayBeOlder(row, store, changelog, position));
        if (!missing.isEmpty()) {
            throw new Violation(
                    Invariant.STATE_IS_COMMITTED_CHANGELOG,
                    instance + " lacks " + missing.size() + " rows in " + changelog + ", the first of "
                            + new String(missing.first(), StandardCharsets.UTF_8) + ", and the changelog has "
                            + expected.size() + " before offset " + position);
        }
    }

    /**
     * Whether the log does not have what wrote a row before a position any more, since it has a later one behind it.
     */
    private boolean mayBeOlder(byte[] row, StoreDescription store, TopicPartition changelog, long position) {
        List<ConsumerRecord<byte[], byte[]>> all = changelogs.of(changelog);
        ConsumerRecord<byte[], byte[]> last = ChangelogFold.lastOf(row, store, all, position);
        return last != null
                && all.stream().anyMatch(later -> later.offset() >= position && Arrays.equals(later.key(), last.key()))
                && cluster.records(changelog, IsolationLevel.READ_COMMITTED, last.offset()).stream()
                        .noneMatch(there -> there.offset() == last.offset());
    }

    /** Requires at the end of a seed that the counts in a store are those of the committed input. */
    void requireCounts(String store, Map<String, Long> expected, boolean exactlyOnce) {
        Map<String, Long> found = new HashMap<>();
        try (StateEngine engine = StateEngines.inMemory(disk, stores)) {
            for (TopicPartition changelog : cluster.partitions(topic(store))) {
                int id = engine.storeId(store);
                try (CommittedScan scan = engine.scan(id, changelog.partition(), null, null, true)) {
                    while (scan.next()) {
                        found.put(new String(scan.key(), StandardCharsets.UTF_8), count(scan.value()));
                    }
                }
            }
        }
        boolean holds = exactlyOnce
                ? found.equals(expected)
                : expected.entrySet().stream().allMatch(key -> found.getOrDefault(key.getKey(), 0L) >= key.getValue());
        if (!holds) {
            throw new Violation(
                    Invariant.STATE_IS_COMMITTED_CHANGELOG,
                    "at the end " + instance + " has in " + store + " " + found + ", and the input has " + expected);
        }
    }

    static String topic(String store) {
        return new InternalTopics(Setup.APPLICATION).changelog(store);
    }

    /** The count in a stored row, after eight bytes of timestamp. */
    private static long count(byte[] row) {
        return ByteBuffer.wrap(row).getLong(Long.BYTES);
    }

    private static String text(byte @Nullable [] row) {
        return row == null
                ? "nothing"
                : row.length == 2 * Long.BYTES
                        ? "count " + count(row) + " at " + ByteBuffer.wrap(row).getLong()
                        : new String(row, StandardCharsets.UTF_8);
    }
}
