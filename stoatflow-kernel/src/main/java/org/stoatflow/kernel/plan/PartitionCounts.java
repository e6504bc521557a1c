package org.stoatflow.kernel.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.topology.InternalTopics;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.SubTopology;

/**
 * Numbers of virtual partitions, as Kafka Streams would have them. A repartition topic has the declared number of
 * partitions, or else as many as the largest stage that writes to it, unless an existing repartition or changelog topic
 * pins the number; topics that are joined have the same ({@link Copartitioning}). A stage has as many as the largest of
 * its source topics; each source topic keeps its own number. A stage has none, and nothing to do, if it reads only
 * patterns that match no topic.
 */
final class PartitionCounts {
    private final LogicalTopology topology;
    private final List<SubTopology> parts;
    private final InternalTopics names;
    private final TopicPartitions topics;
    private final Map<String, Integer> fixed =
            new HashMap<>(); // of repartition topics whose number does not follow their writers
    private Map<String, Integer> ofHops = Map.of();

    PartitionCounts(LogicalTopology topology, String applicationId, TopicPartitions topics) {
        this.topology = topology;
        this.parts = topology.subTopologies();
        this.names = new InternalTopics(applicationId);
        this.topics = topics;
        fixDeclared();
        countHops();
        if (pinByChangelogs()) {
            countHops();
        }
    }

    /** The number of virtual partitions of each stage. */
    int[] ofStages() {
        int[] counts = new int[parts.size()];
        for (int stage = 0; stage < counts.length; stage++) {
            counts[stage] = ofStage(stage);
            if (counts[stage] == 0
                    && !readsPattern(stage)
                    && !parts.get(stage).nodes().isEmpty()) {
                throw noPartitions(stage);
            }
        }
        return counts;
    }

    /** The number of partitions of a repartition topic, by its name without application id. */
    int ofHop(String topic) {
        return Objects.requireNonNull(ofHops.get(topic), topic);
    }

    // ---- repartition topics

    private void fixDeclared() {
        topology.repartitionTopics().forEach((topic, declaration) -> {
            OptionalInt existing = topics.partitionsOf(names.repartition(topic));
            if (declaration.partitions() > 0) {
                fixed.put(topic, declaration.partitions());
            } else if (existing.isPresent()) {
                fixed.put(topic, existing.getAsInt());
            }
        });
    }

    /** Raises the numbers of hops from zero until none rises any more, since stages may feed each other. */
    private void countHops() {
        Map<String, Integer> counts = new HashMap<>();
        topology.repartitionTopics().keySet().forEach(topic -> counts.put(topic, fixed.getOrDefault(topic, 0)));
        ofHops = counts;
        boolean risen = true;
        while (risen) {
            risen = false;
            for (String topic : topology.repartitionTopics().keySet()) {
                if (!fixed.containsKey(topic)) {
                    int now = ofWriters(topic);
                    risen |= now > ofHop(topic);
                    counts.put(topic, now);
                }
            }
        }
        new Copartitioning(topology, topics, names).enforce(counts, fixed);
    }

    private int ofWriters(String topic) {
        int count = 0;
        for (int stage = 0; stage < parts.size(); stage++) {
            if (!parts.get(stage).sinksTo(topic).isEmpty()) {
                count = Math.max(count, ofStage(stage));
            }
        }
        return count;
    }

    /**
     * Pins hops to the numbers of existing changelogs. A stage that reads only hops keeps the number of its changelogs,
     * even if stages upstream have grown. If hops of a stage have different numbers, it is not known which hop had
     * which number before: the plan is refused later.
     */
    private boolean pinByChangelogs() {
        boolean pinned = false;
        for (int stage = 0; stage < parts.size(); stage++) {
            Integer changelog = ofChangelog(stage);
            if (changelog != null && changelog != ofStage(stage)) {
                Set<String> following = followingHops(stage);
                if (following.stream().map(ofHops::get).distinct().count() == 1) {
                    following.forEach(topic -> fixed.put(topic, changelog));
                    pinned = true;
                }
            }
        }
        return pinned;
    }

    /** The hops into the stage whose numbers follow their writers; none if the stage also reads other topics. */
    private Set<String> followingHops(int stage) {
        Set<String> following = new HashSet<>();
        for (SourceNode source : parts.get(stage).sources()) {
            for (String topic : source.topics()) {
                if (!topology.isRepartition(topic)) {
                    return Set.of();
                }
                if (!fixed.containsKey(topic)) {
                    following.add(topic);
                }
            }
        }
        return following;
    }

    private @Nullable Integer ofChangelog(int stage) {
        for (ProcessorNode processor : parts.get(stage).processors()) {
            for (String store : processor.stores()) {
                OptionalInt changelog = topics.partitionsOf(names.changelog(store));
                if (changelog.isPresent()) {
                    return changelog.getAsInt();
                }
            }
        }
        return null;
    }

    // ---- stages

    private int ofStage(int stage) {
        int count = 0;
        for (SourceNode source : parts.get(stage).sources()) {
            for (String topic : source.topics()) {
                count = Math.max(count, ofTopic(source, topic));
            }
        }
        return count;
    }

    private int ofTopic(SourceNode source, String topic) {
        if (topology.isRepartition(topic)) {
            return ofHop(topic);
        }
        OptionalInt partitions = topics.partitionsOf(topic);
        if (partitions.isEmpty()) {
            throw new PlanException("source topic " + topic + " (read by " + source.name()
                    + ") does not exist. Create it before the application starts");
        }
        return partitions.getAsInt();
    }

    private PlanException noPartitions(int stage) {
        return parts.stream()
                .flatMap(part -> part.sources().stream())
                .filter(PartitionCounts::isUnmatched)
                .findFirst()
                .map(source -> new PlanException("the number of partitions of sub-topology " + stage
                        + ", behind a repartition, is not known, since the pattern " + source.pattern()
                        + " of source " + source.name()
                        + " matches no topic. Create one that it matches before the application starts"))
                .orElseGet(() -> new PlanException("sub-topology " + stage + " has no source"));
    }

    private boolean readsPattern(int stage) {
        return parts.get(stage).sources().stream().anyMatch(source -> source.pattern() != null);
    }

    private static boolean isUnmatched(SourceNode source) {
        return source.pattern() != null && source.topics().isEmpty();
    }
}
