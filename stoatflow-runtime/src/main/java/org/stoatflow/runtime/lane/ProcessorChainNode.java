package org.stoatflow.runtime.lane;

import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;

/** A processor, the DSL's or the user's, with its context. */
final class ProcessorChainNode extends ChainNode {
    private final Processor<Object, Object, Object, Object> processor;
    private final NodeContext context;

    ProcessorChainNode(String name, Processor<Object, Object, Object, Object> processor, NodeContext context) {
        super(name);
        this.processor = processor;
        this.context = context;
    }

    NodeContext context() {
        return context;
    }

    /** After all nodes of the lane are linked. */
    void init() {
        processor.init(context);
    }

    @Override
    void process(Record<Object, Object> record) {
        processor.process(record);
    }

    @Override
    void close() {
        processor.close();
    }
}
