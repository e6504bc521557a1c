package org.stoatflow.streams.errors;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.Repeats;

/**
 * Drops a record that cannot be deserialized, and logs the 1st, 10th, 100th and so on of them: bad input cannot
 * flood the log. With {@code errors.dead.letter.queue.topic.name} set, it also writes each such source record there.
 */
public class LogAndContinueExceptionHandler implements DeserializationExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(LogAndContinueExceptionHandler.class);

    private final Repeats dropped = new Repeats();
    private DeadLetters deadLetters = DeadLetters.NONE;

    /** Creates the handler. */
    public LogAndContinueExceptionHandler() {}

    @Override
    public Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        long times = dropped.next();
        if (times > 0) {
            LOG.warn(
                    "Dropping a record that cannot be deserialized: task={} node={} topic={} partition={} offset={}."
                            + " That makes {}",
                    context.taskId(),
                    context.processorNodeId(),
                    record.topic(),
                    record.partition(),
                    record.offset(),
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
