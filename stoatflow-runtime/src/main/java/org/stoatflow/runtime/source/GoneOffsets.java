package org.stoatflow.runtime.source;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
    private final Set<TopicPartition> begunAnew = new HashSet<>(); // of the topics that were made anew

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

    /**
     * How a log was cut.
     *
     * @param leaderEpoch of what is before the place where the partition goes on, if it is known
     * @param another whether the topic is another one
     */
    record Cut(Optional<Integer> leaderEpoch, boolean another) {}

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
     * log that was read, if it is known; else it is for the policy to say. So it is where the topic was made anew: that
     * the first records of the two look the same says nothing.
     *
     * @param planned the partitions of the plan; where others begin, planning again decides
     * @return those whose logs were cut
     */
    Map<TopicPartition, Cut> decide(OffsetReset policies, Set<TopicPartition> planned) {
        Map<TopicPartition, Gone> deciding = new HashMap<>(undecided);
        deciding.keySet().retainAll(assigned(planned));
        Set<String> anew = madeAnew(policies, deciding);
        Map<TopicPartition, Cut> cut = new HashMap<>();
        deciding.forEach((partition, gone) -> {
            boolean another = gone.wasThere() && !isBegunAnew(partition) && anew.contains(partition.topic());
            Optional<OffsetAndMetadata> diverged = gone.diverged().filter(offset -> !another);
            diverged.ifPresentOrElse(
                    offset -> policies.goOn(partition, offset, gone.why(), gone.thrown()),
                    () -> policies.reset(List.of(partition), gone.why(), gone.thrown()));
            if (gone.wasThere()) {
                cut.put(partition, new Cut(diverged.flatMap(OffsetAndMetadata::leaderEpoch), another));
            }
        });
        undecided.clear();
        return cut;
    }

    /** Of the topics whose logs were cut, those that are others than were planned with. */
    private Set<String> madeAnew(OffsetReset policies, Map<TopicPartition, Gone> deciding) {
        Set<String> asked = new TreeSet<>();
        deciding.forEach((partition, gone) -> {
            if (gone.wasThere() && !isBegunAnew(partition)) {
                asked.add(partition.topic());
            }
        });
        return policies.madeAnew(asked);
    }

    /** Notes that the partition is read from where the topic begins that was made anew. */
    void begunAnew(TopicPartition partition) {
        begunAnew.add(partition);
    }

    /** Whether it is: the topic is still another one than was planned with, but the partition's log is the new one. */
    boolean isBegunAnew(TopicPartition partition) {
        return begunAnew.contains(partition);
    }

    /** Forgets which partitions are: it is not known of which log the positions are that the group has. */
    void forgetMadeAnew() {
        begunAnew.clear();
    }

    private Set<TopicPartition> assigned(Set<TopicPartition> partitions) {
        Set<TopicPartition> assigned = new HashSet<>(partitions);
        assigned.retainAll(consumer.assignment());
        return assigned;
    }
}
