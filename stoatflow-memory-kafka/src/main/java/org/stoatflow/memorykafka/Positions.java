package org.stoatflow.memorykafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.memorykafka.ConsumerOptions.OffsetReset;

/**
 * Finds where a consumer reads on: the committed offset, else what {@code auto.offset.reset} says.
 */
final class Positions {
    private static final long REQUEST_MS = 30_000;

    private final Broker broker;
    private final ConsumerOptions options;

    Positions(Broker broker, ConsumerOptions options) {
        this.broker = broker;
        this.options = options;
    }

    /**
     * Asks the leaders whether they have what was read before the positions, also those that are paused (KIP-320). A
     * position that a leader does not have is reset to where the logs diverge, or the policy is none and the caller
     * hears of it, once in the time of a request until it seeks.
     */
    void confirm(List<PartitionState> states) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        Map<TopicPartition, OffsetAndMetadata> divergent = new HashMap<>();
        for (PartitionState state : states) {
            if (state.isUnconfirmed() && state.isThere(broker) && broker.clock.nowMs() >= state.askedAgainAtMs) {
                LeaderEpochs epochs = state.log.leaderEpochs;
                long end = epochs.endOf(state.positionEpoch, state.log.endOffset());
                if (end >= state.position) {
                    state.confirmedBy = epochs.current();
                } else if (options.offsetReset() == OffsetReset.NONE) {
                    state.askedAgainAtMs = broker.clock.nowMs() + REQUEST_MS;
                    broker.deadlines.add(state.askedAgainAtMs);
                    positions.put(state.partition(), state.position);
                    Optional<Integer> epoch = Optional.of(epochs.at(state.positionEpoch));
                    divergent.put(state.partition(), new OffsetAndMetadata(end, epoch, ""));
                } else {
                    state.seek(end, epochs.at(state.positionEpoch));
                }
            }
        }
        if (!positions.isEmpty()) {
            throw new LogTruncationException(positions, divergent);
        }
    }

    /** Looks the position up where it is unknown. False: a pending transaction may still change it. */
    boolean find(PartitionState state) {
        if (!state.isThere(broker)) {
            return false;
        }
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
        state.seek(committed.offset(), committed.leaderEpoch().orElse(LeaderEpochs.UNKNOWN));
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
