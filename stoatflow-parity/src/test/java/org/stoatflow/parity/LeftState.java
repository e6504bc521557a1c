package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.segment.SegmentPrefix;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.topology.InternalTopics;

/**
 * The state that a killed process has left, opened in a copy of its folder, so that the next one finds it as it was.
 */
final class LeftState implements AutoCloseable {
    private final String application;
    private final List<StoreDescription> stores;
    private final int partitions;
    private final StateEngine state;

    LeftState(Path left, Path copy, String application, List<StoreDescription> stores, int partitions)
            throws IOException {
        this.application = application;
        this.stores = stores;
        this.partitions = partitions;
        copy(left, copy);
        state = StateEngines.openRocks(copy, stores, RocksSettings.defaults());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    /** How far the rows of each changelog partition are, where this is stored. */
    Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> positions = new TreeMap<>(Comparator.comparing(TopicPartition::toString));
        for (StoreDescription store : stores) {
            for (int partition = 0; partition < partitions; partition++) {
                ChangelogPosition position = state.changelogPosition(state.storeId(store.name()), partition);
                if (position != null) {
                    positions.put(
                            new TopicPartition(new InternalTopics(application).changelog(store.name()), partition),
                            position.nextOffset());
                }
            }
        }
        return positions;
    }

    /**
     * Requires that each row which cannot have expired is the changelogs' row, and the other way round.
     *
     * @param logged what the changelogs say
     * @param compared gets, by store, how many rows were compared
     */
    void requireEqual(StateEngine logged, Map<String, Integer> compared) {
        for (StoreDescription store : stores) {
            int id = state.storeId(store.name());
            int loggedId = logged.storeId(store.name());
            for (int partition = 0; partition < partitions; partition++) {
                byte[] first = firstKept(store, state, id, logged, loggedId, partition);
                Map<String, String> expected = rows(logged, loggedId, partition, first);
                assertEquals(
                        expected,
                        rows(state, id, partition, first),
                        "rows of store " + store.name() + ", partition " + partition);
                compared.merge(store.name(), expected.size(), Integer::sum);
            }
        }
    }

    private static Map<String, String> rows(StateEngine engine, int store, int partition, byte[] from) {
        Map<String, String> rows = new TreeMap<>();
        try (CommittedScan scan = engine.scan(store, partition, from, null, true)) {
            while (scan.next()) {
                rows.put(HexFormat.of().formatHex(scan.key()), HexFormat.of().formatHex(scan.value()));
            }
        }
        return rows;
    }

    /** The first key whose segment has not expired, whichever engine has seen more; null where nothing expires. */
    private static byte[] firstKept(
            StoreDescription store, StateEngine one, int oneId, StateEngine other, int otherId, int partition) {
        Optional<Retention> kept = Retention.of(store);
        if (kept.isEmpty()) {
            return null;
        }
        Retention retention = kept.get();
        long newest = Math.max(newestSegment(one, oneId, partition), newestSegment(other, otherId, partition));
        return SegmentPrefix.start(retention.firstLive((newest + 1) * retention.segmentMs() - 1));
    }

    private static long newestSegment(StateEngine engine, int store, int partition) {
        try (CommittedScan scan = engine.scan(store, partition, null, null, false)) {
            return scan.next() ? SegmentPrefix.segment(scan.key()) : -1;
        }
    }

    @Override
    public void close() {
        state.close();
    }
}
