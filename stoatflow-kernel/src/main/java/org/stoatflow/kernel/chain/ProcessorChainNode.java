package org.stoatflow.kernel.chain;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.InitFailedException;
import org.stoatflow.kernel.error.PassesHandlers;
import org.stoatflow.kernel.error.UserCodeError;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;

/** A processor of the DSL or of the user, with its context. */
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

    /** Prepares the processor. Called once all nodes of the lane are linked. */
    void init() {
        try {
            processor.init(context);
        } catch (Exception failure) { // checked exceptions too: other languages throw them undeclared
            throw InitFailedException.ofInit(name(), failure);
        }
    }

    /**
     * The innermost node handles what its processor throws. The processor may have forwarded records before it threw.
     */
    @Override
    void process(Record<Object, Object> record) {
        try {
            processor.process(record);
        } catch (ClassCastException misfit) {
            throw misfit(record, misfit);
        } catch (Exception | StackOverflowError | LinkageError thrown) { // of all languages, and of any record
            PassesHandlers.passOn(thrown);
            Exception failure = UserCodeError.asException(thrown);
            cursor.at(name(), record);
            errors.onProcessing(name(), record, failure);
        }
    }

    /**
     * Makes the exception for a record of a wrong type. As in Kafka Streams, this is not an error at this node: the
     * handler is asked for the node above.
     */
    private StreamsException misfit(Record<Object, Object> record, ClassCastException misfit) {
        return new StreamsException(
                "ClassCastException invoking processor: " + name()
                        + ". Do its input types match what it is given (key: "
                        + type(record.key()) + ", value: " + type(record.value())
                        + ")? Check the Serdes of the operators"
                        + " before it, and the default Serdes. The cause may also be a cast in user code",
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
