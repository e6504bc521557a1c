package org.stoatflow.streams.errors;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.Repeats;
import org.stoatflow.streams.processor.api.Record;

/**
 * Drops a record that a processor failed on, and logs the 1st, 10th, 100th and so on of them: bad input cannot
 * flood the log. With {@code errors.dead.letter.queue.topic.name} set, it also writes each such source record there.
 */
public class LogAndContinueProcessingExceptionHandler implements ProcessingExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(LogAndContinueProcessingExceptionHandler.class);

    private final Repeats dropped = new Repeats();
    private DeadLetters deadLetters = DeadLetters.NONE;

    /** Creates the handler. */
    public LogAndContinueProcessingExceptionHandler() {}

    @Override
    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
        long times = dropped.next();
        if (times > 0) {
            LOG.warn(
                    "Dropping a record that cannot be processed: task={} node={} topic={} partition={} offset={}."
                            + " That makes {}",
                    context.taskId(),
                    context.processorNodeId(),
                    context.topic(),
                    context.partition(),
                    context.offset(),
                    times,
                    exception);
        }
        return Response.resume(deadLetters.of(context, exception));
    }

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters = DeadLetters.configured(configs);
    }
}
