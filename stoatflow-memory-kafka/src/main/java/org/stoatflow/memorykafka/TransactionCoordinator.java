package org.stoatflow.memorykafka;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * Transactions by transactional id, with the rules of transaction version 2 (KIP-890): partitions join with their first
 * write, and each end bumps the epoch, so that nothing of the transaction before can arrive late.
 *
 * <p>The end of a transaction is decided at once, and is visible when its markers are written, which a fault may delay.
 * A call that needs the id before that waits for the markers ({@code CONCURRENT_TRANSACTIONS}), by advancing the clock.
 */
final class TransactionCoordinator {
    private final ClusterClock clock;
    private final Deadlines deadlines;
    private final FaultInjector faults;
    private final Journal journal;
    private final Map<String, TransactionalId> ids = new LinkedHashMap<>();
    private long nextProducerId;

    TransactionCoordinator(ClusterClock clock, Deadlines deadlines, FaultInjector faults, Journal journal) {
        this.clock = clock;
        this.deadlines = deadlines;
        this.faults = faults;
        this.journal = journal;
    }

    /** A producer id for a client without a transactional id. */
    long newProducerId() {
        return nextProducerId++;
    }

    /** Resolves what the id has left behind and fences its older instances. */
    TransactionalId init(String name, long timeoutMs) {
        TransactionalId id = ids.computeIfAbsent(name, unknown -> new TransactionalId(unknown, newProducerId()));
        if (id.phase == TransactionalId.Phase.ONGOING) {
            decide(id, false);
        }
        awaitMarkers(id);
        id.epoch++;
        id.timeoutMs = timeoutMs;
        id.initialisedAtMs.add(clock.nowMs());
        journal.note(JournalEvent.ID_INITIALISED, id, id.producerId, id.epoch);
        return id;
    }

    /** What another instance's {@link #init} does to the instance that owns the id; nothing if nobody does. */
    void fence(String name) {
        TransactionalId id = ids.get(name);
        if (id != null) {
            init(name, id.timeoutMs);
            journal.note(JournalEvent.ID_FENCED, id, id.producerId, id.epoch);
        }
    }

    /** Admits a write of the instance with this epoch to the partition. */
    void join(TransactionalId id, int epoch, PartitionLog log) {
        begin(id, epoch);
        id.partitions.add(log);
    }

    /** Takes offsets of a group into the transaction. */
    void addOffsets(
            TransactionalId id,
            int epoch,
            ConsumerGroup group,
            ConsumerGroupMetadata metadata,
            Map<TopicPartition, OffsetAndMetadata> offsets) {
        begin(id, epoch);
        group.requireMemberForTransaction(metadata);
        id.offsets.add(group.offsets);
        group.offsets.addPending(id.producerId, offsets);
    }

    private void begin(TransactionalId id, int epoch) {
        if (epoch != id.epoch) {
            throw new InvalidProducerEpochException(
                    "transactionalId=" + id + " epoch=" + epoch + " current=" + id.epoch);
        }
        awaitMarkers(id);
        if (id.phase == TransactionalId.Phase.EMPTY) {
            id.phase = TransactionalId.Phase.ONGOING;
            id.dueMs = clock.nowMs() + id.timeoutMs;
            deadlines.add(id.dueMs);
        }
    }

    /** Ends the transaction of the instance with this epoch and returns the epoch it goes on with. */
    int end(TransactionalId id, int epoch, boolean commit) {
        if (epoch != id.epoch) {
            throw new ProducerFencedException("transactionalId=" + id + " epoch=" + epoch + " current=" + id.epoch);
        }
        awaitMarkers(id);
        decide(id, commit);
        return id.epoch;
    }

    private void decide(TransactionalId id, boolean commit) {
        id.phase = commit ? TransactionalId.Phase.COMMITTING : TransactionalId.Phase.ABORTING;
        id.epoch++;
        journal.note(
                commit ? JournalEvent.TRANSACTION_COMMITTING : JournalEvent.TRANSACTION_ABORTING,
                id,
                id.producerId,
                id.epoch);
        sendMarkers(id, faults.take(id.name, FaultPoint.MARKERS) == FaultEffect.SLOW);
        writeDueMarkers(id);
    }

    private void sendMarkers(TransactionalId id, boolean slow) {
        boolean commit = id.phase == TransactionalId.Phase.COMMITTING;
        for (PartitionLog log : id.partitions) {
            id.markers.add(new TransactionalId.Marker(
                    markerDueMs(slow), () -> log.appendMarker(id.producerId, commit, clock.nowMs())));
        }
        for (GroupOffsets offsets : id.offsets) {
            id.markers.add(
                    new TransactionalId.Marker(markerDueMs(slow), () -> offsets.complete(id.producerId, commit)));
        }
        id.partitions.clear();
        id.offsets.clear();
    }

    private long markerDueMs(boolean slow) {
        return clock.nowMs() + (slow ? faults.slowMarkerMs() : 0);
    }

    private void awaitMarkers(TransactionalId id) {
        while (isDecided(id)) {
            clock.advanceMs(Math.max(0, id.dueMs - clock.nowMs()));
            writeDueMarkers(id);
        }
    }

    private static boolean isDecided(TransactionalId id) {
        return id.phase == TransactionalId.Phase.COMMITTING || id.phase == TransactionalId.Phase.ABORTING;
    }

    /** Markers come to each partition by itself; the transaction is over with the last one. */
    private void writeDueMarkers(TransactionalId id) {
        long nowMs = clock.nowMs();
        id.dueMs = Deadlines.NONE;
        List<TransactionalId.Marker> sent = List.copyOf(id.markers);
        id.markers.clear();
        for (TransactionalId.Marker marker : sent) {
            if (nowMs >= marker.dueMs()) {
                marker.write().run();
            } else {
                id.markers.add(marker);
                id.dueMs = Math.min(id.dueMs, marker.dueMs());
            }
        }
        if (id.markers.isEmpty()) {
            id.phase = TransactionalId.Phase.EMPTY;
        }
        deadlines.add(id.dueMs);
    }

    boolean isAnyUnfinished(String idPrefix) {
        for (TransactionalId id : ids.values()) {
            if (id.phase != TransactionalId.Phase.EMPTY && id.name.startsWith(idPrefix)) {
                return true;
            }
        }
        return false;
    }

    boolean isAnyMarkerPending(String idPrefix) {
        for (TransactionalId id : ids.values()) {
            if (isDecided(id) && id.name.startsWith(idPrefix)) {
                return true;
            }
        }
        return false;
    }

    /** Writes the markers that are due and aborts what has been open for too long, which fences its instance. */
    void sweep(long nowMs) {
        for (TransactionalId id : ids.values()) {
            if (nowMs >= id.dueMs) {
                fallDue(id);
            }
            deadlines.add(id.dueMs);
        }
    }

    private void fallDue(TransactionalId id) {
        if (isDecided(id)) {
            writeDueMarkers(id);
        } else {
            journal.note(JournalEvent.TRANSACTION_TIMED_OUT, id, id.producerId, id.epoch);
            decide(id, false);
        }
    }
}
