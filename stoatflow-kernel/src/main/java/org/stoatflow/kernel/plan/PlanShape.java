package org.stoatflow.kernel.plan;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.stoatflow.status.ApplicationTopology;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;

/** A plan as data, for those outside of the engine. */
public final class PlanShape {
    private final Map<String, String> hops; // full names of topics by those that the topology has

    private PlanShape(Plan plan) {
        hops = plan.hopEnds().stream()
                .collect(Collectors.toMap(
                        end -> end.node().topics().getFirst(), end -> end.hop().topic(), (one, same) -> one));
    }

    public static ApplicationTopology of(Plan plan) {
        PlanShape shape = new PlanShape(plan);
        return new ApplicationTopology(
                plan.stages().stream()
                        .filter(stage -> !stage.nodes().isEmpty())
                        .map(shape::stage)
                        .toList(),
                plan.hopEnds().stream().map(end -> hop(plan, end)).toList(),
                plan.warnings());
    }

    private ApplicationTopology.Stage stage(Stage stage) {
        return new ApplicationTopology.Stage(
                stage.id(),
                stage.lanes(),
                stage.partitions(),
                stage.routing().affinity().name(),
                stage.routing().reason(),
                stage.nodes().stream().map(this::node).toList(),
                stage.stores().stream().map(PlanShape::store).toList());
    }

    private ApplicationTopology.Node node(LogicalNode node) {
        return switch (node) {
            case SourceNode source -> node(source, ApplicationTopology.Kind.SOURCE, topics(source), List.of());
            case ProcessorNode processor ->
                node(processor, ApplicationTopology.Kind.PROCESSOR, List.of(), processor.stores());
            case SinkNode sink ->
                node(
                        sink,
                        ApplicationTopology.Kind.SINK,
                        sink.topic() == null ? List.of("chosen for each record") : List.of(full(sink.topic())),
                        List.of());
        };
    }

    private static ApplicationTopology.Node node(
            LogicalNode node, ApplicationTopology.Kind kind, List<String> topics, List<String> stores) {
        return new ApplicationTopology.Node(node.name(), kind, node.predecessors(), topics, stores);
    }

    private List<String> topics(SourceNode source) {
        return source.pattern() == null
                ? source.topics().stream().map(this::full).toList()
                : List.of("matching " + source.pattern());
    }

    private String full(String topic) {
        return hops.getOrDefault(topic, topic);
    }

    private static ApplicationTopology.Store store(StorePlan store) {
        return new ApplicationTopology.Store(
                store.name(),
                store.description().settings().kind(),
                store.description().persistent(),
                store.restoredFrom());
    }

    private static ApplicationTopology.Hop hop(Plan plan, Entry.HopEnd end) {
        return new ApplicationTopology.Hop(
                end.hop().topic(),
                end.hop().partitions(),
                plan.entries().stream()
                        .filter(feeder -> plan.graph().isUpstream(feeder.id(), end.id()))
                        .map(Entry::stage)
                        .distinct()
                        .sorted()
                        .toList(),
                end.stage());
    }
}
