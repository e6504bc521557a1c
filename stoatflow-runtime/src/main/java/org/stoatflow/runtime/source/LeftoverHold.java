package org.stoatflow.runtime.source;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.streams.errors.StreamsException;

/**
 * What waits for records that an owner before has left in the topics of hops (docs/design/040): a hop in memory begins
 * behind the end of its topic. So whatever leads to a hop is held until all that was left in the hop's topic is handed
 * out. Sources that come to the same stage over another hop are held, too: they would be ahead of it in time. Owner:
 * the dispatcher's thread.
 */
final class LeftoverHold {
    private static final Logger LOG = LoggerFactory.getLogger(LeftoverHold.class);

    /** Longest wait for more of a partition; longer than brokers let a transaction be open, by their defaults. */
    static final Duration STANDSTILL_MAX = Duration.ofMinutes(20);

    /** After so long a wait for more of a partition, the log says what is waited for. */
    static final Duration TOLD_AFTER = Duration.ofSeconds(30);

    private final Plan plan;
    private final Map<Entry.HopEnd, Map<TopicPartition, Long>> ends = new HashMap<>();
    private final Map<TopicPartition, Standstill> waiting = new HashMap<>();

    /** Since when a partition, of which nothing is here, has not gone on, and whether the log says so. */
    private record Standstill(long offset, long sinceNs, boolean isTold) {}

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

    /** Whether the entry's records wait for leftovers that are not all handed out, and who waits for them. */
    PartitionQueue.Held held(Entry.Node entry) {
        Set<Entry.HopEnd> hops = heldBy(entry);
        if (hops.isEmpty()) {
            return PartitionQueue.Held.NOT;
        }
        return entry instanceof Entry.Source source && !mayWaitFor(hops, source)
                ? PartitionQueue.Held.AWAITED
                : PartitionQueue.Held.PASSED_BY;
    }

    /** The hops in whose topics something is left that must go before the entry's records. */
    private Set<Entry.HopEnd> heldBy(Entry.Node entry) {
        return ends.keySet().stream()
                .filter(hop -> hop.id() != entry.id()
                        && (plan.graph().leadsTo(entry.id(), hop.id()) || wouldBeAheadOf(hop, entry)))
                .collect(Collectors.toSet());
    }

    /**
     * Whether a source leads over another hop to the stage of this one. In Kafka Streams both hops' topics are of one
     * task, which takes the older records first. A source that the leftovers wait for themselves cannot wait for them.
     */
    private boolean wouldBeAheadOf(Entry.HopEnd hop, Entry.Node entry) {
        return entry instanceof Entry.Source source
                && source.stage() != hop.stage()
                && plan.stageOf(hop).hopEnds().stream()
                        .anyMatch(beside -> plan.graph().leadsTo(source.id(), beside.id()))
                && !SourceOrder.awaited(plan, hop).contains(source);
    }

    /**
     * Whether leftovers may wait for records of a source's stage, be it over others. Then none of these may wait for
     * the leftovers: nothing would go.
     */
    private boolean mayWaitFor(Set<Entry.HopEnd> leftovers, Entry.Source source) {
        BitSet waiting = new BitSet(); // by stage
        Deque<Integer> todo = new ArrayDeque<>();
        leftovers.forEach(hop -> todo.add(hop.stage()));
        while (!todo.isEmpty()) {
            int stage = todo.pop();
            if (stage == source.stage()) {
                return true;
            }
            if (!waiting.get(stage)) {
                waiting.set(stage);
                todo.addAll(awaitedBy(plan.stages().get(stage)));
            }
        }
        return false;
    }

    /** The stages for records of which the tasks of a stage may wait. */
    private Set<Integer> awaitedBy(Stage stage) {
        List<Entry.Node> read = new ArrayList<>(stage.sourceEntries());
        stage.hopEnds().stream().filter(ends::containsKey).forEach(read::add);
        Set<Integer> awaited = new HashSet<>();
        for (Entry.Node entry : read) {
            heldBy(entry).forEach(hop -> awaited.add(hop.stage()));
            SourceOrder.awaited(plan, entry).forEach(source -> awaited.add(source.stage()));
        }
        return awaited;
    }

    /** The logs of these partitions were cut: what was left there, and is lost, does not come. */
    void onLogCut(Map<TopicPartition, LogCut> cuts) {
        for (Map<TopicPartition, Long> ofHop : ends.values()) {
            cuts.forEach((partition, cut) -> ofHop.computeIfPresent(partition, (same, end) -> cut.upTo(end)));
        }
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
        if (offset >= end || queue.isRevoked() && queue.isEmpty()) {
            return true;
        }
        Standstill since = waiting.get(partition);
        if (since == null || since.offset() != offset || !queue.isEmpty()) {
            waiting.put(partition, new Standstill(offset, nowNs, false));
        } else {
            watch(partition, end, since, nowNs - since.sinceNs());
        }
        return false;
    }

    private void watch(TopicPartition partition, long end, Standstill since, long waitedNs) {
        if (waitedNs > TimeSpans.nanos(STANDSTILL_MAX)) {
            throw new StreamsException(standing(partition, end, since.offset(), STANDSTILL_MAX)
                    + ". Look whether its leader is there, and end the transaction that is open there, if one is"
                    + " (kafka-transactions.sh)");
        }
        if (waitedNs > TimeSpans.nanos(TOLD_AFTER) && !since.isTold()) {
            waiting.put(partition, new Standstill(since.offset(), since.sinceNs(), true));
            LOG.warn(
                    "{}. What comes over the same hop waits for them. If a transaction is open there, brokers end it"
                            + " once the transaction.timeout.ms of its owner has passed, and the application goes on by"
                            + " itself; it gives up after {}",
                    standing(partition, end, since.offset(), TOLD_AFTER),
                    STANDSTILL_MAX);
        }
    }

    private static String standing(TopicPartition partition, long end, long offset, Duration waited) {
        return "Topic " + partition.topic() + ", partition " + partition.partition()
                + ", has records that the owner before has left up to offset " + end
                + ", and nothing has come from offset " + offset + " on for " + waited;
    }
}
