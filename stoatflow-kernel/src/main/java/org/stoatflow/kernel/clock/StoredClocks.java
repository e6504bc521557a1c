package org.stoatflow.kernel.clock;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.ToLongBiFunction;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreTime;
import org.stoatflow.topology.ProcessorNode;

/**
 * All clocks of an application that are kept with its state: those of topics (a source's, or the repartition topic of a
 * hop) and those of groups of operators that buffer rows, each for a virtual partition. Their names do not change when
 * another part of the topology changes.
 *
 * <p>The committer writes them in one batch with the rows of the epoch in which they have risen. At a start, a clock
 * begins anew if what it measures does: the clock of a source partition without a committed time (never read, or its
 * offset was reset), a clock downstream of such partitions only, and the clock of an operator whose changelog was made
 * anew. Once a restore is complete, the other clocks of operators are raised to what it has read.
 */
public final class StoredClocks {
    public static final long UNKNOWN = StreamTimes.UNKNOWN;

    private final Plan plan;
    private final Map<TopicPartition, Long> committedTimes;

    /** A clock that has risen, with its new time. */
    public record Row(String name, long timeMs) {
        public void addTo(StateBatch batch) {
            batch.meta(name, ByteBuffer.allocate(Long.BYTES).putLong(timeMs).array());
        }
    }

    /**
     * @param committedTimes of the partitions that are read, of sources and of hops' topics, -1 where a partition
     *     begins without one
     */
    public StoredClocks(Plan plan, Map<TopicPartition, Long> committedTimes) {
        this.plan = plan;
        this.committedTimes = Map.copyOf(committedTimes);
    }

    public static String ofTopic(String topic, int partition) {
        return "time.topic." + topic + "_" + partition;
    }

    /**
     * The clock's name for a group of operators. It contains the name of a store of the group, which a user can choose;
     * or the group's own name, if the group shares all its stores with other groups.
     */
    public static String ofGroup(Stage stage, ClockGroup group, int partition) {
        return row(StoreTime.OPERATOR, "time.operator.node.", stage, group, partition);
    }

    /** The name of the time up to which a group has forwarded what it keeps. */
    static String ofForwarded(Stage stage, ClockGroup group, int partition) {
        return row(StoreTime.FORWARDED, "time.forwarded.node.", stage, group, partition);
    }

    private static String row(StoreTime ofStore, String ofNode, Stage stage, ClockGroup group, int partition) {
        List<String> own = ownStores(stage, group);
        return own.isEmpty() ? ofNode + group.name() + "_" + partition : ofStore.row(own.getFirst(), partition);
    }

    /** The stores that no other group of the stage has. */
    private static List<String> ownStores(Stage stage, ClockGroup group) {
        return group.stores().stream()
                .filter(store -> ClockGroup.of(stage).stream()
                        .allMatch(
                                other -> other.equals(group) || !other.stores().contains(store)))
                .toList();
    }

    /** The time that the state keeps, or {@link #UNKNOWN}. */
    public static long read(StateEngine state, String name) {
        byte[] kept = state.meta(name);
        return kept == null ? UNKNOWN : ByteBuffer.wrap(kept).getLong();
    }

    /**
     * Resets the stored clocks that begin anew at this start, and raises those of topics to the committed times. Call
     * this before anything is restored: if the start dies later, the next start no longer sees which changelogs were
     * made anew.
     *
     * @param isMadeAnew by store and virtual partition: whether the store's rows were thrown away because its changelog
     *     was made anew
     */
    public void settle(StateEngine state, BiPredicate<String, Integer> isMadeAnew, StateBatch batch) {
        for (Stage stage : plan.stages()) {
            stage.owned().stream().forEach(partition -> {
                settleTopics(stage, partition, state, batch);
                settleOperators(stage, partition, state, isMadeAnew, batch);
            });
        }
    }

    /**
     * Settles the clocks of the stage's topics. Another owner may have read a topic meanwhile: then the committed time
     * is ahead of the time that is kept here. What comes over a hop shows in its sources, and not in the committed time
     * of its topic, which may be of long ago.
     */
    private void settleTopics(Stage stage, int partition, StateEngine state, StateBatch batch) {
        for (Entry.Source source : stage.sourceEntries()) {
            for (String topic : source.node().topics()) {
                TopicPartition read = new TopicPartition(topic, partition);
                boolean isNew = committedTimes.getOrDefault(read, UNKNOWN) == UNKNOWN;
                settleTopic(read, isNew, state, batch);
            }
        }
        for (Entry.HopEnd hop : stage.hopEnds()) {
            settleTopic(new TopicPartition(hop.hop().topic(), partition), areAllNew(upstream(hop)), state, batch);
        }
    }

    private void settleTopic(TopicPartition read, boolean isNew, StateEngine state, StateBatch batch) {
        String name = ofTopic(read.topic(), read.partition());
        long committed = committedTimes.getOrDefault(read, UNKNOWN);
        if (isNew) {
            beginAnew(name, state, batch);
        } else if (committed > read(state, name)) {
            new Row(name, committed).addTo(batch);
        }
    }

    private void settleOperators(
            Stage stage, int partition, StateEngine state, BiPredicate<String, Integer> isMadeAnew, StateBatch batch) {
        for (ClockGroup group : begunAnew(stage, partition, isMadeAnew)) {
            beginAnew(ofGroup(stage, group, partition), state, batch);
            beginAnew(ofForwarded(stage, group, partition), state, batch);
        }
    }

    private List<ClockGroup> begunAnew(Stage stage, int partition, BiPredicate<String, Integer> isMadeAnew) {
        List<ClockGroup> groups = ClockGroup.of(stage);
        if (groups.isEmpty() || areAllNew(upstream(stage, partition))) {
            return groups;
        }
        return groups.stream()
                .filter(group -> group.stores().stream().anyMatch(store -> isMadeAnew.test(store, partition)))
                .toList();
    }

    /**
     * Raises the clocks of operators to the times that a restore has read: rows that came from a changelog may be newer
     * than the clocks that are kept with them, which may be lost. Those that {@link #settle} has reset stay so. The
     * times of a store that several groups use say nothing, since each group has reached another one, and so do those
     * of a store that a user's processor may write to. No clock goes beyond the input that was committed. Call this
     * once the restore is complete, under exactly-once only: otherwise records that have written rows may come again,
     * and older ones before them would be late.
     *
     * @param isMadeAnew as {@link #settle} was told
     * @param restoredMs by store and virtual partition: the latest time that was read, or {@link #UNKNOWN}
     */
    public void raise(
            StateEngine state,
            BiPredicate<String, Integer> isMadeAnew,
            ToLongBiFunction<String, Integer> restoredMs,
            StateBatch batch) {
        for (Stage stage : plan.stages()) {
            List<ClockGroup> groups = ClockGroup.of(stage);
            if (groups.isEmpty()) {
                continue;
            }
            stage.owned().stream().forEach(partition -> {
                List<ClockGroup> anew = begunAnew(stage, partition, isMadeAnew);
                long most = latestInput(stage, partition);
                for (ClockGroup group : groups) {
                    String name = ofGroup(stage, group, partition);
                    long latest = anew.contains(group)
                            ? UNKNOWN
                            : Math.min(most, latest(stage, group, partition, restoredMs));
                    if (latest > read(state, name)) {
                        new Row(name, latest).addTo(batch);
                    }
                }
            });
        }
    }

    /**
     * Takes the times up to which aggregations have forwarded what has closed from the committed offsets: Kafka Streams
     * may have run since the state was written, or the state is new. Clocks that {@link #settle} has reset stay so.
     * Call this once the restore is complete.
     *
     * @param isMadeAnew as {@link #settle} was told
     * @param closedMs by source partition and store ({@link org.stoatflow.kernel.epoch.SourcePosition#closedMs})
     */
    public void takeClosed(
            StateEngine state,
            BiPredicate<String, Integer> isMadeAnew,
            Map<TopicPartition, Map<String, Long>> closedMs,
            StateBatch batch) {
        for (Stage stage : plan.stages()) {
            for (ClockGroup group : ClockGroup.of(stage)) {
                List<ProcessorNode> aggregations = ClosedWindows.aggregations(group);
                if (aggregations.isEmpty() || !ClosedWindows.areTimesCommitted(plan, stage, group)) {
                    continue;
                }
                stage.owned().stream()
                        .filter(partition ->
                                !begunAnew(stage, partition, isMadeAnew).contains(group))
                        .forEach(partition -> {
                            String name = ofForwarded(stage, group, partition);
                            long latest = forwardedMs(aggregations, partition, closedMs);
                            if (latest > read(state, name)) {
                                new Row(name, latest).addTo(batch);
                            }
                        });
            }
        }
    }

    private static long forwardedMs(
            List<ProcessorNode> aggregations, int partition, Map<TopicPartition, Map<String, Long>> closedMs) {
        long latest = UNKNOWN;
        for (Map.Entry<TopicPartition, Map<String, Long>> committed : closedMs.entrySet()) {
            for (ProcessorNode aggregation : aggregations) {
                Long time = committed.getValue().get(aggregation.stores().getFirst());
                if (time != null && committed.getKey().partition() == partition) {
                    latest = Math.max(latest, time + aggregation.closingGraceMs());
                }
            }
        }
        return latest;
    }

    /**
     * The latest time that the records can have which have come to a virtual partition: rows may be of records before a
     * reset of the offsets, and later than all that was read since. Only a processor of the user's forwards what is
     * later than its input; behind one there is no bound.
     */
    private long latestInput(Stage stage, int partition) {
        boolean bounded =
                plan.stages().stream().flatMap(any -> any.processors().stream()).noneMatch(ProcessorNode::isUsers);
        return bounded
                ? upstream(stage, partition).stream()
                        .mapToLong(source -> committedTimes.getOrDefault(source, UNKNOWN))
                        .max()
                        .orElse(UNKNOWN)
                : Long.MAX_VALUE;
    }

    private static long latest(
            Stage stage, ClockGroup group, int partition, ToLongBiFunction<String, Integer> restoredMs) {
        return ownStores(stage, group).stream()
                .filter(store -> stage.processors().stream()
                        .noneMatch(processor ->
                                processor.isUsers() && processor.stores().contains(store)))
                .mapToLong(store -> restoredMs.applyAsLong(store, partition))
                .max()
                .orElse(UNKNOWN);
    }

    private static void beginAnew(String name, StateEngine state, StateBatch batch) {
        if (read(state, name) != UNKNOWN) {
            new Row(name, UNKNOWN).addTo(batch);
        }
    }

    /** Whether none of the source partitions has a committed time. False for an empty set. */
    private boolean areAllNew(Set<TopicPartition> partitions) {
        return !partitions.isEmpty()
                && partitions.stream()
                        .allMatch(partition -> committedTimes.getOrDefault(partition, UNKNOWN) == UNKNOWN);
    }

    /** The source partitions whose records come to a virtual partition of the stage. */
    private Set<TopicPartition> upstream(Stage stage, int partition) {
        Set<TopicPartition> found = new HashSet<>();
        for (Entry.Source source : stage.sourceEntries()) {
            source.node().topics().forEach(topic -> addIfRead(new TopicPartition(topic, partition), found));
        }
        stage.hopEnds().forEach(hop -> found.addAll(upstream(hop)));
        return found;
    }

    /**
     * The source partitions whose records come to a hop. A hop spreads the records of each partition over all of its
     * own.
     */
    private Set<TopicPartition> upstream(Entry.HopEnd hop) {
        Set<TopicPartition> found = new HashSet<>();
        addFeeders(hop, new BitSet(), found);
        return found;
    }

    private void addFeeders(Entry.HopEnd hop, BitSet seen, Set<TopicPartition> found) {
        if (seen.get(hop.id())) {
            return;
        }
        seen.set(hop.id());
        for (Stage feeder : plan.stages()) {
            if (!plan.feeds(feeder, hop.id())) {
                continue;
            }
            for (Entry.Source source : feeder.sourceEntries()) {
                for (int partition = 0; partition < feeder.partitions(); partition++) {
                    for (String topic : source.node().topics()) {
                        addIfRead(new TopicPartition(topic, partition), found);
                    }
                }
            }
            feeder.hopEnds().forEach(upstream -> addFeeders(upstream, seen, found));
        }
    }

    private void addIfRead(TopicPartition partition, Set<TopicPartition> found) {
        if (committedTimes.containsKey(partition)) {
            found.add(partition);
        }
    }
}
