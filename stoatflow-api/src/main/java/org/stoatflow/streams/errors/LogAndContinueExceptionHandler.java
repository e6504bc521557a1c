package org.stoatflow.streams.errors;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a record that cannot be deserialized, and drops it. With {@code errors.dead.letter.queue.topic.name} set, it
 * also writes the source record there.
 */
public class LogAndContinueExceptionHandler implements DeserializationExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(LogAndContinueExceptionHandler.class);

    private DeadLetters deadLetters = DeadLetters.NONE;

    /** Creates the handler. */
    public LogAndContinueExceptionHandler() {}

    @Override
    public Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        LOG.warn(
                "Dropping a record that cannot be deserialized: task={} node={} topic={} partition={} offset={}",
                context.taskId(),
                context.processorNodeId(),
                record.topic(),
                record.partition(),
                record.offset(),
                exception);
        return Response.resume(deadLetters.of(context, exception));
    }

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters = DeadLetters.configured(configs);
    }
}
