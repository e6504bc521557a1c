package org.stoatflow.kernel.chain;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.error.HandlerFailedException;
import org.stoatflow.kernel.record.KeyLaneException;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.RetryRequest;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;

/** A processor, the DSL's or the user's, with its context. */
final class ProcessorChainNode extends ChainNode {
    private final Processor<Object, Object, Object, Object> processor;
    private final NodeContext context;
    private final RecordCursor cursor;
    private final RecordErrors errors;

    ProcessorChainNode(
            String name,
            Processor<Object, Object, Object, Object> processor,
            NodeContext context,
            RecordCursor cursor,
            RecordErrors errors) {
        super(name);
        this.cursor = cursor;
        this.errors = errors;
        this.processor = processor;
        this.context = context;
    }

    NodeContext context() {
        return context;
    }

    /** After all nodes of the lane are linked. */
    void init() {
        try {
            processor.init(context);
        } catch (Exception failure) { // checked ones too: other languages throw them unannounced
            throw new StreamsException(
                    "Processor " + name() + " could not be initialised: " + failure.getMessage(), failure);
        }
    }

    /** What the processor throws is decided here, at the innermost node; it may have forwarded records before. */
    @Override
    void process(Record<Object, Object> record) {
        try {
            processor.process(record);
        } catch (ClassCastException misfit) {
            throw misfit(record, misfit);
        } catch (HandlerFailedException | RetryRequest | KeyLaneException | BrokenEpochException decided) {
            throw decided;
        } catch (Exception failure) { // checked ones too: other languages throw them unannounced
            cursor.at(name(), record);
            errors.onProcessing(name(), record, failure);
        }
    }

    /** As in Kafka Streams, a wrong type is no error of the record at this node: the node above is asked. */
    private StreamsException misfit(Record<Object, Object> record, ClassCastException misfit) {
        return new StreamsException(
                "ClassCastException in processor " + name() + ". Do its input types match what it is given (key: "
                        + type(record.key()) + ", value: " + type(record.value())
                        + ")? Check the serdes of the operators"
                        + " before it, and the default serdes. The cause may also be a cast in user code",
                misfit);
    }

    private static String type(@Nullable Object object) {
        return object == null ? "null" : object.getClass().getName();
    }

    @Override
    void close() {
        processor.close();
    }
}
