package org.stoatflow.streams.errors;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a record that cannot be deserialized, and fails. The default. With {@code errors.dead.letter.queue.topic.name}
 * set, it also writes the source record there.
 */
public class LogAndFailExceptionHandler implements DeserializationExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(LogAndFailExceptionHandler.class);

    private DeadLetters deadLetters = DeadLetters.NONE;

    /** Creates the handler. */
    public LogAndFailExceptionHandler() {}

    @Override
    public Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        LOG.error(
                "Cannot deserialize a record: task={} node={} topic={} partition={} offset={}: {}",
                context.taskId(),
                context.processorNodeId(),
                record.topic(),
                record.partition(),
                record.offset(),
                exception.toString()); // whoever is told of the failure logs its trace
        return Response.fail(deadLetters.of(context, exception));
    }

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters = DeadLetters.configured(configs);
    }
}
