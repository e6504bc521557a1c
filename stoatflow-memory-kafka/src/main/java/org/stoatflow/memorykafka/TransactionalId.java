package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the transaction coordinator knows about one transactional id ({@code TransactionMetadata}).
 */
final class TransactionalId {
    /** What the id's transaction is doing. */
    enum Phase {
        /** No transaction. */
        EMPTY,
        /** Taking records and offsets until it is ended or times out. */
        ONGOING,
        /** Decided; waiting until the markers are written. */
        COMMITTING,
        /** Decided; waiting until the markers are written. */
        ABORTING
    }

    /** An outcome on its way to one partition of the transaction, or to a group's offsets. */
    record Marker(long dueMs, Runnable write) {}

    final String name;
    final long producerId;
    final Set<PartitionLog> partitions = new LinkedHashSet<>();
    final Set<GroupOffsets> offsets = new LinkedHashSet<>();
    final List<Marker> markers = new ArrayList<>();
    /** When each instance has initialised the id. */
    final List<Long> initialisedAtMs = new ArrayList<>();

    int epoch;
    Phase phase = Phase.EMPTY;
    long timeoutMs;
    /** When the transaction times out while it is ongoing; when the next markers are written once it is decided. */
    long dueMs = Deadlines.NONE;

    TransactionalId(String name, long producerId) {
        this.name = name;
        this.producerId = producerId;
    }

    @Override
    public String toString() {
        return name;
    }
}
