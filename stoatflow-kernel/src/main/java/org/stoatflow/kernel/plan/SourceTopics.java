package org.stoatflow.kernel.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.stoatflow.topology.InternalTopics;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.SubTopology;

/**
 * Finds the topics that a topology reads, if sources subscribe to patterns. A pure function of topology and topic
 * names.
 */
public final class SourceTopics {
    private SourceTopics() {}

    /**
     * One pattern that matches each topic that any source reads, by name or by pattern; empty if no source has a
     * pattern.
     *
     * @param others topics that are to match besides
     */
    public static Optional<Pattern> joined(LogicalTopology topology, Collection<String> others) {
        if (!topology.readsPattern()) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        for (SourceNode source : topology.sources()) {
            Pattern pattern = source.pattern();
            if (pattern != null) {
                parts.add(asPart(pattern));
            }
            source.topics().stream()
                    .filter(topic -> !topology.isRepartition(topic))
                    .forEach(topic -> parts.add(Pattern.quote(topic)));
        }
        others.forEach(topic -> parts.add(Pattern.quote(topic)));
        return Optional.of(Pattern.compile(String.join("|", parts)));
    }

    /** The pattern as a part of a larger one. Flags that can change which topic names match stay with this part. */
    private static String asPart(Pattern pattern) {
        if ((pattern.flags() & Pattern.LITERAL) != 0) {
            return Pattern.quote(pattern.pattern());
        }
        String flags = ((pattern.flags() & Pattern.CASE_INSENSITIVE) != 0 ? "i" : "")
                + ((pattern.flags() & Pattern.COMMENTS) != 0 ? "x" : "");
        return "(?" + flags + ":" + pattern.pattern() + ((pattern.flags() & Pattern.COMMENTS) != 0 ? "\n" : "") + ")";
    }

    /**
     * The topology in which each source with a pattern lists the topics that match, in the order of their names. A
     * pattern may match none.
     *
     * @param existing names of existing topics
     * @throws PlanException if a topic matches the patterns of two sources, or if one of the application's own topics
     *     matches a pattern
     */
    public static LogicalTopology resolve(LogicalTopology topology, String applicationId, Collection<String> existing) {
        if (!topology.readsPattern()) {
            return topology;
        }
        Map<String, SourceNode> readers = new HashMap<>();
        Map<String, LogicalNode> resolved = new HashMap<>();
        for (SourceNode source : topology.sources()) {
            if (source.pattern() != null) {
                requireNotOwn(topology, applicationId, source, source.pattern());
                SourceNode matching = withTopics(source, matching(source.pattern(), existing));
                matching.topics().forEach(topic -> requireOneReader(topic, source, readers.put(topic, source)));
                resolved.put(source.name(), matching);
            }
        }
        return new LogicalTopology(
                replaced(topology.nodes(), resolved),
                topology.stores(),
                topology.repartitionTopics(),
                topology.copartitionGroups(),
                topology.subTopologies().stream()
                        .map(part -> new SubTopology(replaced(part.nodes(), resolved)))
                        .toList(),
                topology.globalStores());
    }

    private static List<String> matching(Pattern pattern, Collection<String> existing) {
        return existing.stream()
                .filter(topic -> pattern.matcher(topic).matches())
                .collect(Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new), List::copyOf));
    }

    private static SourceNode withTopics(SourceNode source, List<String> topics) {
        return new SourceNode(
                source.name(),
                topics,
                source.pattern(),
                source.keyDeserializer(),
                source.valueDeserializer(),
                source.timestampExtractor(),
                source.offsetReset());
    }

    private static List<LogicalNode> replaced(List<LogicalNode> nodes, Map<String, LogicalNode> resolved) {
        return nodes.stream()
                .map(node -> resolved.getOrDefault(node.name(), node))
                .toList();
    }

    private static void requireOneReader(String topic, SourceNode source, SourceNode another) {
        if (another != null) {
            throw new PlanException("topic " + topic + " matches the pattern " + another.pattern() + " of source "
                    + another.name() + " and the pattern " + source.pattern() + " of source " + source.name()
                    + ". A topic is read by one source only: make the patterns exclude each other");
        }
    }

    /** Refuses a pattern that matches the application's own topics: the application would read its own writes. */
    private static void requireNotOwn(
            LogicalTopology topology, String applicationId, SourceNode source, Pattern pattern) {
        InternalTopics names = new InternalTopics(applicationId);
        List<String> own = new ArrayList<>();
        topology.stores().keySet().forEach(store -> own.add(names.changelog(store)));
        topology.repartitionTopics().keySet().forEach(topic -> own.add(names.repartition(topic)));
        for (String topic : own) {
            if (pattern.matcher(topic).matches()) {
                throw new PlanException("the pattern " + pattern + " of source " + source.name() + " matches " + topic
                        + ", a topic of the application's own. Choose a pattern that does not");
            }
        }
    }
}
