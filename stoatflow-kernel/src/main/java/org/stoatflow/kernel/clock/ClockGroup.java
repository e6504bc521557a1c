package org.stoatflow.kernel.clock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.ProcessorNode;

/**
 * The operators of a stage that buffer rows for a later time by one clock: a single operator, or for example both sides
 * of a join. Immutable.
 *
 * @param operators at least one, in the order of the stage's nodes
 */
public record ClockGroup(String name, List<ProcessorNode> operators) {
    public ClockGroup {
        operators = List.copyOf(operators);
    }

    /** The groups of the stage, in the order of their first operators. */
    public static List<ClockGroup> of(Stage stage) {
        Map<String, List<ProcessorNode>> groups = new LinkedHashMap<>();
        for (ProcessorNode processor : stage.processors()) {
            if (processor.timeDriven()) {
                groups.computeIfAbsent(processor.clockGroup(), name -> new ArrayList<>())
                        .add(processor);
            }
        }
        List<ClockGroup> all = new ArrayList<>();
        groups.forEach((name, operators) -> all.add(new ClockGroup(name, operators)));
        return all;
    }

    /** The stores of the operators, each once. */
    public List<String> stores() {
        return operators.stream()
                .flatMap(operator -> operator.stores().stream())
                .distinct()
                .toList();
    }

    /**
     * Whether records come to the operators through one queue of a lane only. All sources of a stage share one, and
     * each hop has its own; a lane takes the batches of two queues in no order that records have.
     */
    static boolean isFedByOneQueue(Stage stage, List<ProcessorNode> operators) {
        Set<String> upstream = upstream(stage, operators);
        boolean sources = stage.sourceEntries().stream().map(Entry.Source::name).anyMatch(upstream::contains);
        return hopsTo(stage, operators).size() + (sources ? 1 : 0) <= 1;
    }

    /** The hops whose records reach the operators. */
    static List<Entry.HopEnd> hopsTo(Stage stage, List<ProcessorNode> operators) {
        Set<String> upstream = upstream(stage, operators);
        return stage.hopEnds().stream()
                .filter(hop -> upstream.contains(hop.name()))
                .toList();
    }

    /** The names of the operators and of all nodes of the stage whose records reach them. */
    private static Set<String> upstream(Stage stage, List<ProcessorNode> operators) {
        Set<String> found = new HashSet<>();
        operators.forEach(operator -> found.add(operator.name()));
        for (LogicalNode node : stage.nodes().reversed()) { // reversed, each node comes before its predecessors
            if (found.contains(node.name())) {
                found.addAll(node.predecessors());
            }
        }
        return found;
    }
}
