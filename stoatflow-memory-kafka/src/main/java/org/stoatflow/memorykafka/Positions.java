package org.stoatflow.memorykafka;

import java.util.Map;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.stoatflow.memorykafka.ConsumerOptions.OffsetReset;

/**
 * Finds where a consumer reads on: the committed offset, else what {@code auto.offset.reset} says.
 */
final class Positions {
    private final Broker broker;
    private final ConsumerOptions options;

    Positions(Broker broker, ConsumerOptions options) {
        this.broker = broker;
        this.options = options;
    }

    /** Looks the position up where it is unknown. False: a pending transaction may still change it. */
    boolean find(PartitionState state) {
        if (state.position != PartitionState.UNKNOWN) {
            return true;
        }
        if (state.reset != OffsetReset.NONE) {
            toEnd(state, state.reset);
            return true;
        }
        return options.group().id().isEmpty() ? findWithoutCommit(state) : findCommitted(state);
    }

    private boolean findCommitted(PartitionState state) {
        GroupOffsets offsets = broker.group(options.group().id()).offsets;
        if (offsets.isUnstable(state.partition())) {
            return false;
        }
        OffsetAndMetadata committed = offsets.committed(state.partition());
        if (committed == null) {
            return findWithoutCommit(state);
        }
        state.seek(committed.offset());
        return true;
    }

    private boolean findWithoutCommit(PartitionState state) {
        if (options.offsetReset() == OffsetReset.NONE) {
            throw new NoOffsetForPartitionException(state.partition());
        }
        toEnd(state, options.offsetReset());
        return true;
    }

    private void toEnd(PartitionState state, OffsetReset end) {
        boolean earliest = end == OffsetReset.EARLIEST;
        state.seek(earliest ? state.log.startOffset() : state.log.endOffset(options.isReadCommitted()));
    }

    /** Whether the log has the position. If not it is reset, or the policy is none and the caller hears of it. */
    boolean isInRange(PartitionState state) {
        if (state.position >= state.log.startOffset() && state.position <= state.log.endOffset()) {
            return true;
        }
        if (options.offsetReset() == OffsetReset.NONE) {
            throw new OffsetOutOfRangeException(Map.of(state.partition(), state.position));
        }
        state.seekToEnd(options.offsetReset());
        return false;
    }
}
