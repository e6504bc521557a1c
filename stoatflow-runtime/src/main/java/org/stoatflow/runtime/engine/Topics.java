package org.stoatflow.runtime.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.plan.Plan;
import org.stoatflow.runtime.plan.PlanSettings;
import org.stoatflow.runtime.plan.Planner;
import org.stoatflow.runtime.plan.StorePlan;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.MissingSourceTopicException;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;

/**
 * The application's topics: plans against those that are there, refuses to start without them, and creates changelogs.
 */
final class Topics {
    private final LogicalTopology topology;
    private final StreamsConfig config;
    private final EngineSettings settings;
    private final ClusterTopics cluster;

    Topics(LogicalTopology topology, StreamsConfig config, EngineSettings settings, ClusterTopics cluster) {
        this.topology = topology;
        this.config = config;
        this.settings = settings;
        this.cluster = cluster;
    }

    /**
     * @throws MissingSourceTopicException naming the topic and who reads it
     * @throws StreamsException naming a sink's topic that is not there
     */
    Plan plan(ConfiguredApplication application) {
        Map<String, Integer> partitions = cluster.partitions(topicsOfInterest());
        for (LogicalNode node : topology.nodes()) {
            if (node instanceof SourceNode source) {
                for (String topic : source.topics()) {
                    if (!topology.repartitionTopics().containsKey(topic) && !partitions.containsKey(topic)) {
                        throw new MissingSourceTopicException("Source topic " + topic + " (read by " + source.name()
                                + ") does not exist. Create it before the application starts");
                    }
                }
            }
        }
        PlanSettings planSettings = settings.forPlan(config, application.defaultKeySerdeOrNull());
        Plan plan = Planner.compile(topology, planSettings, topic -> {
            Integer count = partitions.get(topic);
            return count == null ? OptionalInt.empty() : OptionalInt.of(count);
        });
        requireSinkTopics(plan);
        return plan;
    }

    private Set<String> topicsOfInterest() {
        Set<String> names = new LinkedHashSet<>();
        for (LogicalNode node : topology.nodes()) {
            if (node instanceof SourceNode source) {
                names.addAll(source.topics());
            }
        }
        names.removeAll(topology.repartitionTopics().keySet());
        topology.repartitionTopics().keySet().forEach(topic -> names.add(settings.applicationId() + "-" + topic));
        topology.stores().keySet().forEach(store -> names.add(settings.applicationId() + "-" + store + "-changelog"));
        return names;
    }

    private void requireSinkTopics(Plan plan) {
        Map<String, Integer> found = cluster.partitions(plan.sinkTopics());
        for (LogicalNode node : topology.nodes()) {
            if (node instanceof SinkNode sink
                    && sink.topic() != null
                    && plan.sinkTopics().contains(sink.topic())
                    && !found.containsKey(sink.topic())) {
                throw new StreamsException("Topic " + sink.topic() + " (written by " + sink.name()
                        + ") does not exist. Create it before the application starts");
            }
        }
    }

    /** Partitions of a topic that a sink has chosen for a record. */
    static int partitionsOf(ClusterTopics cluster, String topic) {
        Integer count = cluster.partitions(List.of(topic)).get(topic);
        if (count == null) {
            throw new StreamsException("Topic " + topic + ", which a sink writes to, does not exist");
        }
        return count;
    }

    void createChangelogs(Plan plan) {
        List<StorePlan> logged = plan.stores().stream()
                .filter(store -> store.changelogTopic() != null)
                .toList();
        Set<String> names = new HashSet<>();
        logged.forEach(store -> names.add(store.serdeTopic()));
        Set<String> existing = cluster.partitions(names).keySet();
        List<ClusterTopics.OwnTopic> missing = new ArrayList<>();
        for (StorePlan store : logged) {
            if (!existing.contains(store.serdeTopic())) {
                // the later ones win, as in Kafka Streams: defaults, the application's, the store's own
                Map<String, String> topicConfig = new HashMap<>(store.changelogConfig());
                config.originalsWithPrefix(StreamsConfig.TOPIC_PREFIX)
                        .forEach((key, value) -> topicConfig.put(key, String.valueOf(value)));
                topicConfig.putAll(store.description().logConfig());
                missing.add(new ClusterTopics.OwnTopic(store.serdeTopic(), store.partitions(), topicConfig));
            }
        }
        cluster.create(missing, settings.replicationFactor());
    }

    static Set<String> sources(Plan plan) {
        Set<String> names = new LinkedHashSet<>();
        plan.sourceEntries().forEach(entry -> names.addAll(entry.node().topics()));
        return names;
    }

    /** Every partition of every source topic, as they are now. */
    Set<TopicPartition> sourcePartitions(Plan plan) {
        Set<TopicPartition> all = new HashSet<>();
        cluster.partitions(sources(plan)).forEach((topic, count) -> {
            for (int partition = 0; partition < count; partition++) {
                all.add(new TopicPartition(topic, partition));
            }
        });
        return all;
    }
}
