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
            final ErrorHandlerContext context, final ProducerRecord<byte[], byte[]> record, final Exception exception) {
        return exception instanceof RetriableException
                ? Response.retry()
                : Response.fail(deadLetters.of(context, exception));
    }

    @SuppressWarnings("rawtypes")
    @Override
    public Response handleSerializationError(
            final ErrorHandlerContext context,
            final ProducerRecord record,
            final Exception exception,
            final SerializationExceptionOrigin origin) {
        return Response.fail(deadLetters.of(context, exception));
    }

    @Override
    public void configure(final Map<String, ?> configs) {
        deadLetters = DeadLetters.configured(configs);
    }
}
