package org.stoatflow.kernel.chain;

import org.stoatflow.streams.processor.api.Record;

/** One node of a stage in one lane. Owner: the lane's thread. */
abstract sealed class ChainNode permits ProcessorChainNode, SinkChainNode, HopChainNode {
    private final String name;

    ChainNode(String name) {
        this.name = name;
    }

    final String name() {
        return name;
    }

    abstract void process(Record<Object, Object> record);

    /** Releases the node's resources. Called once, also after a failure. */
    void close() {}
}
