package org.stoatflow.kernel.chain;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.counters.EndToEndTimes;
import org.stoatflow.streams.processor.api.Record;

/** One node of a stage in one lane. Owner: the lane's thread. */
abstract sealed class ChainNode permits ProcessorChainNode, SinkChainNode, HopChainNode {
    private final String name;
    private @Nullable EndToEndTimes ages; // null where nodes are below it

    ChainNode(String name) {
        this.name = name;
    }

    final String name() {
        return name;
    }

    /** Nothing is below the node: from now on, it looks at how old records are that have reached it. */
    final void endsAt(EndToEndTimes newAges) {
        ages = newAges;
    }

    /** The node has processed a record of this timestamp. */
    final void onProcessed(long timestampMs, int partition) {
        EndToEndTimes of = ages;
        if (of != null) {
            of.onRecord(timestampMs, partition);
        }
    }

    abstract void process(Record<Object, Object> record);

    /** Releases the node's resources. Called once, also after a failure. */
    void close() {}
}
