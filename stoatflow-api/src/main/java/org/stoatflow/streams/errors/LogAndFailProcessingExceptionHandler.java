package org.stoatflow.streams.errors;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.processor.api.Record;

/**
 * Logs a record that a processor failed on, and fails. The default. With {@code errors.dead.letter.queue.topic.name}
 * set, it also writes the source record there.
 */
public class LogAndFailProcessingExceptionHandler implements ProcessingExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(LogAndFailProcessingExceptionHandler.class);

    private DeadLetters deadLetters = DeadLetters.NONE;

    /** Creates the handler. */
    public LogAndFailProcessingExceptionHandler() {}

    @Override
    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
        LOG.error(
                "Cannot process a record: task={} node={} topic={} partition={} offset={}: {}",
                context.taskId(),
                context.processorNodeId(),
                context.topic(),
                context.partition(),
                context.offset(),
                exception.toString()); // whoever is told of the failure logs its trace
        return Response.fail(deadLetters.of(context, exception));
    }

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters = DeadLetters.configured(configs);
    }
}
