package org.stoatflow.runtime.source;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.streams.errors.StreamsException;

/**
 * What waits for records that an owner before has left in the topics of hops (docs/design/040): a hop in memory begins
 * behind the end of its topic. So whatever leads to a hop is held until all that was left in the hop's topic is handed
 * out. Owner: the dispatcher's thread.
 */
final class LeftoverHold {
    private static final Logger LOG = LoggerFactory.getLogger(LeftoverHold.class);

    /** Longest wait for more of a partition; longer than brokers let a transaction be open, by their defaults. */
    static final Duration STANDSTILL_MAX = Duration.ofMinutes(20);

    private final Plan plan;
    private final Map<Entry.HopEnd, Map<TopicPartition, Long>> ends = new HashMap<>();
    private final Map<TopicPartition, Standstill> waiting = new HashMap<>();

    /** Since when a partition, of which nothing is here, has not gone on. */
    private record Standstill(long offset, long sinceNs) {}

    /** @param left the ends of the partitions of hops' topics in which records were left, and of no others */
    LeftoverHold(Plan plan, Map<TopicPartition, Long> left) {
        this.plan = plan;
        for (Entry.HopEnd hop : plan.hopEnds()) {
            Map<TopicPartition, Long> ofHop = left.entrySet().stream()
                    .filter(end -> end.getKey().topic().equals(hop.hop().topic()))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
            if (!ofHop.isEmpty()) {
                ends.put(hop, ofHop);
            }
        }
    }

    /** Whether nothing is held any more. */
    boolean isOver() {
        return ends.isEmpty();
    }

    /** The hops in whose topics records were left that are not all handed out, in the order of their entries. */
    List<Entry.HopEnd> hops() {
        return ends.keySet().stream()
                .sorted(Comparator.comparingInt(Entry.HopEnd::id))
                .toList();
    }

    /** Whether the entry leads to a hop whose leftovers are not all handed out. */
    boolean isHeld(Entry entry) {
        return ends.keySet().stream()
                .anyMatch(hop -> hop.id() != entry.id() && plan.graph().leadsTo(entry.id(), hop.id()));
    }

    /**
     * Takes in what was handed out since the last call. To be called once it is in the lanes' inboxes.
     *
     * @return whether a hop has no leftovers any more, so that less is held
     * @throws StreamsException if nothing has come of a partition for {@link #STANDSTILL_MAX}
     */
    boolean hasEnded(Function<TopicPartition, @Nullable PartitionQueue> queueOf, long nowNs) {
        boolean ended = false;
        for (Entry.HopEnd hop : hops()) {
            Map<TopicPartition, Long> ofHop = Objects.requireNonNull(ends.get(hop));
            ofHop.entrySet().removeIf(end -> isOut(queueOf.apply(end.getKey()), end.getKey(), end.getValue(), nowNs));
            if (ofHop.isEmpty()) {
                ends.remove(hop);
                ended = true;
                LOG.info(
                        "All records that were left in topic {} are handed out",
                        hop.hop().topic());
            }
        }
        return ended;
    }

    private boolean isOut(@Nullable PartitionQueue queue, TopicPartition partition, long end, long nowNs) {
        if (queue == null) {
            throw new IllegalStateException("partition " + partition + ", in which records were left, is not read");
        }
        SourcePosition next = queue.position();
        long offset = next == null ? -1 : next.offset();
        if (offset >= end) {
            return true;
        }
        Standstill since = waiting.get(partition);
        if (since == null || since.offset() != offset || !queue.isEmpty()) {
            waiting.put(partition, new Standstill(offset, nowNs));
        } else if (nowNs - since.sinceNs() > STANDSTILL_MAX.toNanos()) {
            throw new StreamsException("Topic " + partition.topic() + ", partition " + partition.partition()
                    + ", has records that the owner before has left up to offset " + end + ", and nothing has come from"
                    + " offset " + offset + " on for " + STANDSTILL_MAX + ". Look whether its leader is there, and end"
                    + " the transaction that is open there, if one is (kafka-transactions.sh)");
        }
        return false;
    }
}
