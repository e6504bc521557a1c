package org.stoatflow.http;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.stoatflow.status.ApplicationTopology;

/** Draws a topology as Mermaid's flow chart: a box for each stage, topics around them, and hops between them. */
final class MermaidText {
    private final StringBuilder text = new StringBuilder("flowchart TB\n");
    private final Map<String, String> ids = new HashMap<>(); // short, since names may have any character
    private final Set<String> hops;

    private MermaidText(ApplicationTopology topology) {
        hops = topology.hops().stream().map(ApplicationTopology.Hop::topic).collect(Collectors.toUnmodifiableSet());
    }

    static String of(ApplicationTopology topology) {
        MermaidText drawn = new MermaidText(topology);
        topology.stages().forEach(drawn::stage);
        topology.stages().forEach(drawn::edges);
        return drawn.text.toString();
    }

    private void stage(ApplicationTopology.Stage stage) {
        text.append("  subgraph stage")
                .append(stage.stage())
                .append(label(
                        "[", "]", "stage " + stage.stage() + ": " + stage.affinity() + ", " + stage.lanes() + " lanes"))
                .append('\n');
        stage.nodes().forEach(node -> line("  ", id("node " + node.name()) + label("[", "]", node.name())));
        stage.stores().forEach(store -> line("  ", id("store " + store.name()) + label("[(", ")]", store.name())));
        line("", "end");
    }

    private void edges(ApplicationTopology.Stage stage) {
        for (ApplicationTopology.Node node : stage.nodes()) {
            String here = id("node " + node.name());
            node.predecessors().forEach(before -> line("", id("node " + before) + " --> " + here));
            node.stores().forEach(store -> line("", here + " --- " + id("store " + store)));
            boolean reads = node.kind() == ApplicationTopology.Kind.SOURCE;
            for (String topic : node.topics()) {
                String there = id("topic " + topic);
                line("", there + (hops.contains(topic) ? label("{{", "}}", topic) : label("[/", "/]", topic)));
                line("", reads ? there + " --> " + here : here + " --> " + there);
            }
        }
    }

    private void line(String indent, String line) {
        text.append("  ").append(indent).append(line).append('\n');
    }

    private String id(String name) {
        return ids.computeIfAbsent(name, any -> "n" + ids.size());
    }

    private static String label(String begin, String end, String name) {
        return begin + '"' + name.replace("#", "#35;").replace("\"", "#quot;") + '"' + end;
    }
}
