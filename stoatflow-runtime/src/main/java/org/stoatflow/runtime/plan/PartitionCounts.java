package org.stoatflow.runtime.plan;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;

/**
 * Numbers of virtual partitions, as Kafka Streams would have them: a stage has as many as the largest of its sources;
 * a repartition topic without a declared number has as many as the largest stage that writes to it, unless a
 * repartition or changelog topic that exists already pins the number. A stage that reads nothing but a pattern that
 * matches no topic has none, and nothing to do.
 */
final class PartitionCounts {
    private static final int UNKNOWN = 0;
    private static final int IN_PROGRESS = -1;

    private final LogicalTopology topology;
    private final List<List<LogicalNode>> stageNodes;
    private final String applicationId;
    private final TopicPartitions topics;
    private final int[] counts;

    PartitionCounts(
            LogicalTopology topology,
            List<List<LogicalNode>> stageNodes,
            String applicationId,
            TopicPartitions topics) {
        this.topology = topology;
        this.stageNodes = stageNodes;
        this.applicationId = applicationId;
        this.topics = topics;
        this.counts = new int[stageNodes.size()];
    }

    /** Virtual partitions of each stage. */
    int[] ofStages() {
        Arrays.fill(counts, UNKNOWN);
        for (int stage = 0; stage < counts.length; stage++) {
            ofStage(stage);
        }
        return counts.clone();
    }

    private int ofStage(int stage) {
        if (counts[stage] != UNKNOWN) {
            return Math.max(0, counts[stage]); // a stage on the way to itself adds nothing to its own count
        }
        counts[stage] = IN_PROGRESS;
        int count = 0;
        for (LogicalNode node : stageNodes.get(stage)) {
            if (node instanceof SourceNode source) {
                for (String topic : source.topics()) {
                    count = Math.max(count, ofTopic(source, topic, stage));
                }
            }
        }
        if (count == 0 && !readsPattern(stage)) {
            throw noPartitions(stage);
        }
        counts[stage] = count;
        return count;
    }

    private int ofTopic(SourceNode source, String topic, int stage) {
        if (!topology.repartitionTopics().containsKey(topic)) {
            OptionalInt partitions = topics.partitionsOf(topic);
            if (partitions.isEmpty()) {
                throw new PlanException("source topic " + topic + " (read by " + source.name()
                        + ") does not exist. Create it before the application starts");
            }
            return partitions.getAsInt();
        }
        int declared = topology.repartitionTopics().get(topic).partitions();
        if (declared > 0) {
            return declared;
        }
        Integer pinned = pinned(topic, stage);
        if (pinned != null) {
            return pinned;
        }
        int count = 0;
        for (int upstream = 0; upstream < stageNodes.size(); upstream++) {
            if (writesTo(upstream, topic)) {
                count = Math.max(count, ofStage(upstream));
            }
        }
        return count;
    }

    private PlanException noPartitions(int stage) {
        return stageNodes.stream()
                .flatMap(List::stream)
                .filter(PartitionCounts::isUnmatched)
                .findFirst()
                .map(source -> new PlanException("the number of partitions of sub-topology " + stage
                        + ", behind a repartition, is not known, since the pattern " + ((SourceNode) source).pattern()
                        + " of source " + source.name()
                        + " matches no topic. Create one that it matches before the application starts"))
                .orElseGet(() -> new PlanException("sub-topology " + stage + " has no source"));
    }

    private boolean readsPattern(int stage) {
        return stageNodes.get(stage).stream()
                .anyMatch(node -> node instanceof SourceNode source && source.pattern() != null);
    }

    private static boolean isUnmatched(LogicalNode node) {
        return node instanceof SourceNode source
                && source.pattern() != null
                && source.topics().isEmpty();
    }

    private boolean writesTo(int stage, String topic) {
        return stageNodes.get(stage).stream()
                .anyMatch(node -> node instanceof SinkNode sink && topic.equals(sink.topic()));
    }

    private @Nullable Integer pinned(String topic, int stage) {
        OptionalInt existing = topics.partitionsOf(applicationId + "-" + topic);
        if (existing.isPresent()) {
            return existing.getAsInt();
        }
        boolean onlyHops = stageNodes.get(stage).stream()
                .filter(SourceNode.class::isInstance)
                .allMatch(node -> topology.repartitionTopics()
                        .containsKey(((SourceNode) node)
                                .topics().stream().findFirst().orElse("")));
        if (!onlyHops) {
            return null;
        }
        for (LogicalNode node : stageNodes.get(stage)) {
            if (node instanceof ProcessorNode processor) {
                for (String store : processor.stores()) {
                    OptionalInt changelog = topics.partitionsOf(Planner.changelogTopic(applicationId, store));
                    if (changelog.isPresent()) {
                        return changelog.getAsInt();
                    }
                }
            }
        }
        return null;
    }
}
