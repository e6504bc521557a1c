package org.stoatflow.dsl;

import java.util.List;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.topology.TopologyBuilder;
import org.stoatflow.topology.Traits;

/**
 * A join of two streams: an operator for each side, and one that merges both. Where both sides are one stream, it may
 * be a single operator over the store of the left side.
 */
final class StreamJoinNode extends GraphNode {
    /**
     * A side.
     *
     * @param input the node that keeps the side's records
     * @param name the name of its operator
     * @param join makes the operator
     */
    record Side(GraphNode input, String name, ProcessorSupplier<?, ?, ?, ?> join) {}

    private final Side left;
    private final Side right;
    private final ProcessorSupplier<?, ?, ?, ?> merge;
    private final ProcessorSupplier<?, ?, ?, ?> selfJoin;
    private final Traits traits;
    private boolean oneStore;

    StreamJoinNode(
            String name,
            Side left,
            Side right,
            ProcessorSupplier<?, ?, ?, ?> merge,
            ProcessorSupplier<?, ?, ?, ?> selfJoin,
            Traits traits) {
        super(name);
        this.left = left;
        this.right = right;
        this.merge = merge;
        this.selfJoin = selfJoin;
        this.traits = traits;
    }

    /** Leaves out the right side if both sides are one stream. */
    @Override
    void optimize(Optimizations wanted) {
        GraphNode stream = onlyParent();
        if (wanted.singleStoreSelfJoin() && stream != null && !oneStore) {
            stream.remove(right.input());
            oneStore = true;
        }
    }

    @Override
    void write(TopologyBuilder topology, List<String> above) {
        if (oneStore) {
            GraphBuilder.write(topology, name(), selfJoin, List.of(left.input().name()), traits);
            return;
        }
        for (Side side : List.of(left, right)) {
            GraphBuilder.write(
                    topology, side.name(), side.join(), List.of(side.input().name()), traits);
        }
        GraphBuilder.write(topology, name(), merge, List.of(left.name(), right.name()), DslStream.KEEPS_KEYS);
    }
}
