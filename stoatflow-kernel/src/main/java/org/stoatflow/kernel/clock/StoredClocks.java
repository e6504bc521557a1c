package org.stoatflow.kernel.clock;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.topology.ProcessorNode;

/**
 * All clocks of an application that are kept with its state, by names that stay when the topology changes elsewhere:
 * that of a topic (a source's, or the one that a hop stands for), and that of an operator that holds rows; each for a
 * virtual partition.
 *
 * <p>They are written in one batch with the rows of the epoch in which they have risen. They begin anew, at a start,
 * with what they measure: a source topic's partition without a committed time (never read, or its offset was reset);
 * what is downstream of such partitions only; and an operator whose changelog was made anew.
 */
public final class StoredClocks {
    public static final long UNKNOWN = StreamTimes.UNKNOWN;

    private final Plan plan;
    private final Map<TopicPartition, Long> committedTimes;

    /** One clock that has risen. */
    public record Row(String name, long timeMs) {
        public void addTo(StateBatch batch) {
            batch.meta(name, ByteBuffer.allocate(Long.BYTES).putLong(timeMs).array());
        }
    }

    /** @param committedTimes of the source partitions that are read, -1 where a partition begins without one */
    public StoredClocks(Plan plan, Map<TopicPartition, Long> committedTimes) {
        this.plan = plan;
        this.committedTimes = Map.copyOf(committedTimes);
    }

    public static String ofTopic(String topic, int partition) {
        return "time.topic." + topic + "_" + partition;
    }

    /** By the operator's store, whose name a user gives; by the node's where it has none to itself. */
    public static String ofOperator(Stage stage, ProcessorNode operator, int partition) {
        String owner = operator.stores().stream()
                .filter(store -> StreamClocks.holders(stage).stream()
                        .allMatch(other ->
                                other.equals(operator) || !other.stores().contains(store)))
                .findFirst()
                .map(store -> "store." + store)
                .orElse("node." + operator.name());
        return "time.operator." + owner + "_" + partition;
    }

    /** The time that is kept, or {@link #UNKNOWN}. */
    public static long read(StateEngine state, String name) {
        byte[] kept = state.meta(name);
        return kept == null ? UNKNOWN : ByteBuffer.wrap(kept).getLong();
    }

    /**
     * Brings the stored clocks in line with what a start begins with. Before anything is restored: a start that dies on
     * the way would no longer see which changelogs were made anew.
     *
     * @param isMadeAnew by store and virtual partition: whether what the store had was thrown away with its changelog
     */
    public void settle(StateEngine state, BiPredicate<String, Integer> isMadeAnew, StateBatch batch) {
        for (Stage stage : plan.stages()) {
            for (int partition = 0; partition < stage.partitions(); partition++) {
                settleTopics(stage, partition, state, batch);
                settleOperators(stage, partition, state, isMadeAnew, batch);
            }
        }
    }

    /** A source may have been read elsewhere meanwhile: then its committed time is ahead of what is kept here. */
    private void settleTopics(Stage stage, int partition, StateEngine state, StateBatch batch) {
        for (Entry.Source source : stage.sourceEntries()) {
            for (String topic : source.node().topics()) {
                long committed = committedTimes.getOrDefault(new TopicPartition(topic, partition), UNKNOWN);
                String name = ofTopic(topic, partition);
                if (committed == UNKNOWN) {
                    beginAnew(name, state, batch);
                } else if (committed > read(state, name)) {
                    new Row(name, committed).addTo(batch);
                }
            }
        }
        for (Entry.HopEnd hop : stage.hopEnds()) {
            if (areAllNew(upstream(hop))) {
                beginAnew(ofTopic(hop.hop().topic(), partition), state, batch);
            }
        }
    }

    private void settleOperators(
            Stage stage, int partition, StateEngine state, BiPredicate<String, Integer> isMadeAnew, StateBatch batch) {
        List<ProcessorNode> operators = StreamClocks.holders(stage);
        boolean inputIsNew = !operators.isEmpty() && areAllNew(upstream(stage, partition));
        for (ProcessorNode operator : operators) {
            if (inputIsNew || operator.stores().stream().anyMatch(store -> isMadeAnew.test(store, partition))) {
                beginAnew(ofOperator(stage, operator, partition), state, batch);
            }
        }
    }

    private static void beginAnew(String name, StateEngine state, StateBatch batch) {
        if (read(state, name) != UNKNOWN) {
            new Row(name, UNKNOWN).addTo(batch);
        }
    }

    /** Where nothing comes from, nothing has begun anew. */
    private boolean areAllNew(Set<TopicPartition> partitions) {
        return !partitions.isEmpty()
                && partitions.stream()
                        .allMatch(partition -> committedTimes.getOrDefault(partition, UNKNOWN) == UNKNOWN);
    }

    /** Source partitions whose records come to a virtual partition of the stage. */
    private Set<TopicPartition> upstream(Stage stage, int partition) {
        Set<TopicPartition> found = new HashSet<>();
        for (Entry.Source source : stage.sourceEntries()) {
            source.node().topics().forEach(topic -> addIfRead(new TopicPartition(topic, partition), found));
        }
        stage.hopEnds().forEach(hop -> found.addAll(upstream(hop)));
        return found;
    }

    /** A hop spreads the records of any partition over all. */
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
