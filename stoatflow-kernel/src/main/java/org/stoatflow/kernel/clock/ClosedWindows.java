package org.stoatflow.kernel.clock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.topology.ProcessorNode;

/**
 * Which windows aggregations that forward on close have forwarded, as it is committed with the offsets of their input,
 * by Kafka Streams too: by store, the stream time less the grace (docs/design/017). Aggregations behind a hop are not
 * among them, since their stage has no source partition of its own.
 *
 * <p>Committer only, once it is made.
 */
final class ClosedWindows {
    /** Of an application without such aggregations. */
    static final ClosedWindows NONE = new ClosedWindows(List.of(), new long[0]);

    private final List<Aggregation> aggregations;
    private final long[] forwarded; // by clock, as far as it is one of theirs

    /** An aggregation, and the clock that says up to where it has forwarded, of its stage's first owned partition. */
    private record Aggregation(Stage stage, String store, long graceMs, int firstClock) {}

    private ClosedWindows(List<Aggregation> aggregations, long[] forwarded) {
        this.aggregations = aggregations;
        this.forwarded = forwarded;
    }

    /** @param kept the times that the state keeps, by clock */
    static ClosedWindows of(Plan plan, StreamClocks clocks, long[] kept) {
        List<Aggregation> aggregations = new ArrayList<>();
        for (Stage stage : plan.stages()) {
            for (ClockGroup group : ClockGroup.of(stage)) {
                if (areTimesCommitted(plan, stage, group)) {
                    aggregations(group)
                            .forEach(operator -> aggregations.add(new Aggregation(
                                    stage,
                                    operator.stores().getFirst(),
                                    operator.closingGraceMs(),
                                    clocks.firstForwarded(clocks.first(operator.name())))));
                }
            }
        }
        return new ClosedWindows(List.copyOf(aggregations), Arrays.copyOf(kept, kept.length));
    }

    /** The operators of a group that forward on close. */
    static List<ProcessorNode> aggregations(ClockGroup group) {
        return group.operators().stream().filter(ProcessorNode::keepsForwarded).toList();
    }

    /**
     * Whether the times of a group are committed with offsets: its records come in order, from topics that its stage
     * reads itself.
     */
    static boolean areTimesCommitted(Plan plan, Stage stage, ClockGroup group) {
        return StreamClocks.areInOrder(plan, stage, group.operators())
                && ClockGroup.hopsTo(stage, group.operators()).isEmpty();
    }

    /** Adds the times to the positions that an epoch commits. */
    Map<TopicPartition, SourcePosition> addTo(Map<TopicPartition, SourcePosition> positions, Epoch epoch) {
        if (aggregations.isEmpty()) {
            return positions;
        }
        Map<TopicPartition, SourcePosition> all = new HashMap<>(positions);
        all.replaceAll((partition, position) -> position.withClosed(closedMs(partition, epoch)));
        return all;
    }

    private Map<String, Long> closedMs(TopicPartition partition, Epoch epoch) {
        Map<String, Long> times = new HashMap<>();
        for (Aggregation aggregation : aggregations) {
            if (reads(aggregation.stage(), partition)) {
                int clock =
                        aggregation.firstClock() + aggregation.stage().owned().slotOf(partition.partition());
                forwarded[clock] = Math.max(forwarded[clock], epoch.observed(clock));
                if (forwarded[clock] >= aggregation.graceMs()) {
                    times.put(aggregation.store(), forwarded[clock] - aggregation.graceMs());
                }
            }
        }
        return times;
    }

    private static boolean reads(Stage stage, TopicPartition partition) {
        return stage.owned().has(partition.partition())
                && stage.sourceEntries().stream()
                        .map(Entry.Source::node)
                        .anyMatch(source -> source.topics().contains(partition.topic()));
    }
}
