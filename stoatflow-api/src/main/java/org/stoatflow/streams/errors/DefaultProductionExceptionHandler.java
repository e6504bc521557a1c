package org.stoatflow.streams.errors;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Retries after errors that may pass, and fails after all others. The default. With
 * {@code errors.dead.letter.queue.topic.name} set, it also writes the source record there before it fails.
 */
public class DefaultProductionExceptionHandler implements ProductionExceptionHandler {
    private DeadLetters deadLetters = DeadLetters.NONE;

    /** Creates the handler. */
    public DefaultProductionExceptionHandler() {}

    @Override
    public Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        return exception instanceof RetriableException
                ? Response.retry()
                : Response.fail(deadLetters.of(context, exception));
    }

    @SuppressWarnings("rawtypes")
    @Override
    public Response handleSerializationError(
            ErrorHandlerContext context,
            ProducerRecord record,
            Exception exception,
            SerializationExceptionOrigin origin) {
        return Response.fail(deadLetters.of(context, exception));
    }

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters = DeadLetters.configured(configs);
    }
}
