package org.stoatflow.kernel.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.Nodes;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;

/**
 * Decides the affinity of a stage: {@link Affinity#KEY} only where it provably gives Kafka Streams' results, or where
 * the configuration says so (docs/design/005), and gives the reason in words.
 */
final class AffinityRule {
    /**
     * @param reason why the stage has this affinity, for {@code explain}
     * @param proven false where only the configuration says that the stage may run by key
     */
    record Decision(Affinity affinity, String reason, boolean proven) {}

    private final LogicalTopology topology;
    private final StageChoices choices;
    private final KeyObstacles obstacles;

    AffinityRule(LogicalTopology topology, StageChoices choices, KeyObstacles obstacles) {
        this.topology = topology;
        this.choices = choices;
        this.obstacles = obstacles;
    }

    Decision decide(int stage) {
        Decision own = decideUnforced(stage);
        StageChoices.Choice<Affinity> forced = choices.affinity(stage);
        if (forced == null || forced.value() == null) {
            return own;
        }
        String shared = forced.value() == Affinity.KEY ? obstacles.toSharing(nodesOf(stage)) : null;
        if (shared != null) {
            return new Decision(
                    Affinity.PARTITION, shared + ", which configuration " + forced.key() + " cannot change", true);
        }
        String says = "forced by configuration " + forced.key();
        return own.affinity() == forced.value()
                ? new Decision(
                        own.affinity(), says + "; without it " + own.affinity() + " too, because " + own.reason(), true)
                : new Decision(
                        forced.value(),
                        says + "; else " + own.affinity() + ", because " + own.reason(),
                        forced.value() == Affinity.PARTITION);
    }

    private Decision decideUnforced(int stage) {
        Nodes nodes = nodesOf(stage);
        String obstacle = obstacles.toOrder(nodes);
        if (obstacle == null) {
            obstacle = obstacles.toReading(nodes);
        }
        if (obstacle == null) {
            obstacle = obstacleBelow(stage);
        }
        if (obstacle != null) {
            return new Decision(Affinity.PARTITION, obstacle, true);
        }
        String operators = nodes.processors().stream().anyMatch(ProcessorNode::isUsers)
                ? "operators are the DSL's or declared to be key-local"
                : "operators are the DSL's";
        return new Decision(Affinity.KEY, operators + ", and keys stay as they are", true);
    }

    // ---- downstream: lanes by key hand over records of one partition in another order

    /** A stage downstream, and the topic through which records come to it. */
    private record Below(int stage, String topic) {}

    /**
     * Returns what depends on the order across keys in the stages that the stage's records reach, or null. A stage that
     * the configuration forces to run by key does not depend on that order, by the user's word.
     */
    private @Nullable String obstacleBelow(int stage) {
        Set<Integer> seen = new HashSet<>(Set.of(stage));
        Deque<Integer> todo = new ArrayDeque<>(seen);
        while (!todo.isEmpty()) {
            for (Below below : below(todo.removeFirst())) {
                if (!seen.add(below.stage())) {
                    continue;
                }
                String obstacle = isForcedByKey(below.stage()) ? null : obstacles.toOrder(nodesOf(below.stage()));
                if (obstacle != null) {
                    return "stage " + below.stage() + ", behind "
                            + (topology.isRepartition(below.topic()) ? "the hop " : "the topic ")
                            + below.topic() + ", may depend on the order across keys: " + obstacle;
                }
                todo.add(below.stage());
            }
        }
        return null;
    }

    private boolean isForcedByKey(int stage) {
        StageChoices.Choice<Affinity> forced = choices.affinity(stage);
        return forced != null && forced.value() == Affinity.KEY && obstacles.toSharing(nodesOf(stage)) == null;
    }

    private List<Below> below(int stage) {
        return nodesOf(stage).sinks().stream()
                .map(SinkNode::topic)
                .filter(topic -> topic != null)
                .flatMap(topic -> readersOf(topic).stream().map(reader -> new Below(reader, topic)))
                .toList();
    }

    /** The stages that read a topic: a hop's, or another topic that the application both writes and reads. */
    private List<Integer> readersOf(String topic) {
        return IntStream.range(0, topology.subTopologies().size())
                .filter(stage -> nodesOf(stage).sources().stream().anyMatch(source -> reads(source, topic)))
                .boxed()
                .toList();
    }

    private boolean reads(SourceNode source, String topic) {
        return source.topics().contains(topic)
                || source.pattern() != null
                        && !topology.isRepartition(topic)
                        && source.pattern().matcher(topic).matches();
    }

    private Nodes nodesOf(int stage) {
        return topology.subTopologies().get(stage);
    }
}
