package org.stoatflow.testing.driver;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.topology.InternalTopics;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.StoreDeclaration;
import org.stoatflow.topology.SubTopology;

/**
 * A topology as Kafka Streams' test driver runs it: one task has all nodes, and a repartition topic is a topic that the
 * application writes and reads, with its full name.
 */
final class OneTask {
    private final LogicalTopology topology;
    private final InternalTopics names;

    OneTask(LogicalTopology topology, String applicationId) {
        this.topology = topology;
        this.names = new InternalTopics(applicationId);
    }

    /**
     * The topology as one part.
     *
     * @param seen topics that records have come from; sources with patterns read those that match
     */
    LogicalTopology with(Collection<String> seen) {
        List<LogicalNode> nodes = new ArrayList<>();
        for (LogicalNode node : topology.nodes()) {
            nodes.add(
                    switch (node) {
                        case SourceNode source -> reading(source, seen);
                        case ProcessorNode processor -> processor;
                        case SinkNode sink -> writing(sink);
                    });
        }
        List<SubTopology> parts = nodes.isEmpty() ? List.of() : List.of(new SubTopology(nodes));
        return new LogicalTopology(nodes, topology.stores(), Map.of(), List.of(), parts, List.of());
    }

    /** The names of the stores that are declared. */
    Collection<String> stores() {
        return topology.stores().keySet();
    }

    /** What is declared of a store; nothing for one of the user's own. */
    Optional<StoreDescription> description(String store) {
        return Optional.ofNullable(topology.stores().get(store)).flatMap(StoreDeclaration::description);
    }

    private SourceNode reading(SourceNode source, Collection<String> seen) {
        List<String> topics = new ArrayList<>();
        for (String topic : source.topics()) {
            topics.add(topology.isRepartition(topic) ? names.repartition(topic) : topic);
        }
        if (source.pattern() != null) {
            topics.add(placeholder(source.pattern()));
            seen.stream().filter(topic -> matches(source, topic)).forEach(topics::add);
        }
        return new SourceNode(
                source.name(),
                topics,
                null,
                source.keyDeserializer(),
                source.valueDeserializer(),
                source.timestampExtractor(),
                source.offsetReset());
    }

    /** A topic from which nothing comes, so that a source has one before its pattern has matched any. */
    private static String placeholder(Pattern pattern) {
        return "pattern " + pattern.pattern();
    }

    private SinkNode writing(SinkNode sink) {
        String topic = sink.topic();
        if (topic == null || !topology.isRepartition(topic)) {
            return sink;
        }
        return new SinkNode(
                sink.name(),
                sink.predecessors(),
                names.repartition(topic),
                null,
                sink.keySerializer(),
                sink.valueSerializer(),
                sink.partitioner());
    }

    /** Whether a topic is read by name. */
    boolean reads(String topic) {
        return topology.sources().stream()
                .flatMap(source -> source.topics().stream())
                .anyMatch(named -> topic.equals(topology.isRepartition(named) ? names.repartition(named) : named));
    }

    /** Whether a topic is read by a pattern. */
    boolean readsByPattern(String topic) {
        return topology.sources().stream().anyMatch(source -> matches(source, topic));
    }

    private static boolean matches(SourceNode source, String topic) {
        @Nullable Pattern pattern = source.pattern();
        return pattern != null && pattern.matcher(topic).matches();
    }

    /** Refuses a topic that a source's name would match as a pattern: the source's topic was meant as one. */
    void requireNoPatternAsName(String topic) {
        for (SourceNode source : topology.sources()) {
            for (String named : source.topics()) {
                if (!named.equals(topic) && Pattern.matches(named, topic)) {
                    throw new TopologyException("Source " + source.name() + " reads the one topic " + named
                            + ", and a record comes from " + topic
                            + ". If a pattern is meant, give the source a java.util.regex.Pattern");
                }
            }
        }
    }

    /** The topics that sinks write to, where they are fixed. */
    boolean writes(String topic) {
        return topology.sinks().stream().map(this::writing).anyMatch(sink -> topic.equals(sink.topic()));
    }
}
