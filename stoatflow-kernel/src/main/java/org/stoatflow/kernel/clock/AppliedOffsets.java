package org.stoatflow.kernel.clock;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.epoch.SourcePosition;

/**
 * Up to where in each source partition records are in the committed state. Whoever reads an offset here first and rows
 * second sees all that the records up to the offset have written.
 *
 * <p>Written by the committer, after the state; before its first step by whoever begins the run. Read by any thread.
 */
public final class AppliedOffsets {
    /**
     * Shared. Written by: committer, after the state; before its first step, {@code Runs}. Read by: queries. Safe:
     * concurrent map. A query reads it first and rows second: a late reader knows less than its rows have. Proof:
     * QueryPositionProof, SharedFieldsTest.
     */
    private final ConcurrentMap<TopicPartition, Long> nextOffsets = new ConcurrentHashMap<>();

    /** All records before these positions are in the committed state. */
    public void reached(Map<TopicPartition, SourcePosition> positions) {
        positions.forEach((partition, position) -> nextOffsets.put(partition, position.offset()));
    }

    /** The offset behind the records that are in the committed state; empty where it is not known. */
    public OptionalLong next(TopicPartition partition) {
        Long next = nextOffsets.get(partition);
        return next == null ? OptionalLong.empty() : OptionalLong.of(next);
    }

    /** Gives the offset of the last record that is in the state, for each partition of which it is known. */
    public void forEach(ObjLongConsumer<TopicPartition> seen) {
        nextOffsets.forEach((partition, next) -> {
            if (next > 0) {
                seen.accept(partition, next - 1);
            }
        });
    }
}
