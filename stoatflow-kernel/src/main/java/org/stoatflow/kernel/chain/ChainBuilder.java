package org.stoatflow.kernel.chain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.stoatflow.kernel.counters.EndToEndTimes;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.kernel.timer.LaneTime;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;

/** Makes one lane's {@link Chain} from the lane's stage: makes nodes and inputs, and links each to its children. */
public final class ChainBuilder {
    private final Plan plan;
    private final Stage stage;
    private final NodeFactory factory;
    private final RecordScope scope;
    private final LaneTime time;
    private final LaneCounters counters;
    private final Set<String> beforeUserCode;
    private final Map<String, List<ChainNode>> children = new HashMap<>();
    private final List<ProcessorChainNode> processors = new ArrayList<>();

    public ChainBuilder(
            Plan plan, Stage stage, NodeFactory factory, RecordScope scope, LaneTime time, LaneCounters counters) {
        this.plan = plan;
        this.stage = stage;
        this.factory = factory;
        this.scope = scope;
        this.time = time;
        this.counters = counters;
        this.beforeUserCode = beforeUserCode(stage);
    }

    public Chain build() {
        List<ChainNode> nodes = nodes();
        processors.forEach(processor -> link(processor.name(), processor.context()));
        for (ChainNode node : nodes) {
            if (!children.containsKey(node.name())) {
                EndToEndTimes ages = counters.ages(node.name());
                node.endsAt(ages);
                scope.ages().end(ages);
            }
        }
        Map<Integer, EntryInput> inputs = new HashMap<>();
        Map<Integer, int[]> hopsFedBy = new HashMap<>();
        for (Entry entry : stage.entries()) {
            switch (entry) {
                case Entry.Node node -> {
                    Forwarder below = factory.forwarder(node);
                    link(node.name(), below);
                    inputs.put(node.id(), factory.input(node, below));
                    hopsFedBy.put(node.id(), Chain.reachableHops(List.of(node.name()), children));
                }
                case Entry.Timer timer -> inputs.put(timer.id(), new TimerInput(time));
                case Entry.Flush flush -> {}
            }
        }
        return new Chain(plan, stage, inputs, nodes, hopsFedBy, scope, time);
    }

    /** All nodes but the sources, each after its predecessors. */
    private List<ChainNode> nodes() {
        List<ChainNode> nodes = new ArrayList<>();
        for (LogicalNode logical : stage.nodes()) {
            ChainNode node = switch (logical) {
                case SourceNode source -> null;
                case ProcessorNode processor -> processor(processor);
                case SinkNode sink -> factory.sink(sink);
            };
            if (node != null) {
                nodes.add(node);
                for (String predecessor : logical.predecessors()) {
                    children.computeIfAbsent(predecessor, name -> new ArrayList<>())
                            .add(node);
                }
            }
        }
        return nodes;
    }

    private ProcessorChainNode processor(ProcessorNode logical) {
        ProcessorChainNode processor = factory.processor(logical);
        processors.add(processor);
        return processor;
    }

    private void link(String name, Forwarder forwarder) {
        forwarder.link(children.getOrDefault(name, List.of()), !beforeUserCode.contains(name));
    }

    /** The nodes whose records can reach a user's processor, which may keep records. */
    private static Set<String> beforeUserCode(Stage stage) {
        Set<String> found = new HashSet<>();
        for (LogicalNode node : stage.nodes().reversed()) { // reversed, each node comes before its predecessors
            if (found.contains(node.name()) || node instanceof ProcessorNode processor && processor.runsUsersCode()) {
                found.addAll(node.predecessors());
            }
        }
        return found;
    }
}
