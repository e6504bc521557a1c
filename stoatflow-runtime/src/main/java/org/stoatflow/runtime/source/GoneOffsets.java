package org.stoatflow.runtime.source;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions in which the consumer could not go on where it was: there is no offset, or the log does not have it
 * any more. The consumer would throw the same again in each of its calls, so it is moved to a place to stay at. Who has
 * the plan decides later where the partition goes on. Owner: the thread that polls the consumer.
 */
final class GoneOffsets {
    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Gone> undecided = new LinkedHashMap<>();

    /**
     * Why a partition cannot go on.
     *
     * @param thrown what the consumer has thrown
     * @param diverged where the log begins to be another one than it was; empty where nobody knows
     */
    private record Gone(InvalidOffsetException thrown, Optional<OffsetAndMetadata> diverged) {
        boolean wasThere() {
            return thrown instanceof OffsetOutOfRangeException;
        }

        String why() {
            return wasThere() ? "an offset that is not in the topic any more" : "no committed offset";
        }
    }

    GoneOffsets(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /** Takes in what the consumer has thrown. It may tell of partitions that were taken away since. */
    void take(InvalidOffsetException thrown) {
        Map<TopicPartition, OffsetAndMetadata> diverged =
                thrown instanceof LogTruncationException cut ? cut.divergentOffsets() : Map.of();
        for (TopicPartition partition : assigned(thrown.partitions())) {
            Gone gone = new Gone(thrown, Optional.ofNullable(diverged.get(partition)));
            gone.diverged()
                    .ifPresentOrElse(
                            offset -> consumer.seek(partition, offset),
                            () -> consumer.seekToBeginning(List.of(partition)));
            undecided.put(partition, gone);
        }
    }

    /** Forgets them all: where the consumer goes on is decided anew. */
    void forget() {
        undecided.clear();
    }

    boolean areNone() {
        return undecided.isEmpty();
    }

    /**
     * Moves the consumer to where the partitions go on. Where a log was cut, that is the offset up to which it is the
     * log that was read, if it is known; else it is for the policy to say.
     *
     * @param planned the partitions of the plan; where others begin, planning again decides
     * @return those whose logs were cut, with the leader epoch of what is before the place, if it is known
     */
    Map<TopicPartition, Optional<Integer>> decide(OffsetReset policies, Set<TopicPartition> planned) {
        Map<TopicPartition, Gone> deciding = new HashMap<>(undecided);
        deciding.keySet().retainAll(assigned(planned));
        Map<TopicPartition, Optional<Integer>> cut = new HashMap<>();
        deciding.forEach((partition, gone) -> {
            gone.diverged()
                    .ifPresentOrElse(
                            offset -> policies.goOn(partition, offset, gone.why(), gone.thrown()),
                            () -> policies.reset(List.of(partition), gone.why(), gone.thrown()));
            if (gone.wasThere()) {
                cut.put(partition, gone.diverged().flatMap(OffsetAndMetadata::leaderEpoch));
            }
        });
        undecided.clear();
        return cut;
    }

    private Set<TopicPartition> assigned(Set<TopicPartition> partitions) {
        Set<TopicPartition> assigned = new HashSet<>(partitions);
        assigned.retainAll(consumer.assignment());
        return assigned;
    }
}
