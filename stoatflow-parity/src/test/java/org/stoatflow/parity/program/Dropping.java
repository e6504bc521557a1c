package org.stoatflow.parity.program;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProductionExceptionHandler;

/** Drops what cannot be written. */
public final class Dropping implements ProductionExceptionHandler {
    @Override
    public Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        return Response.resume();
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public Response handleSerializationError(
            ErrorHandlerContext context,
            ProducerRecord record,
            Exception exception,
            SerializationExceptionOrigin origin) {
        return Response.resume();
    }

    @Override
    public void configure(Map<String, ?> configs) {}
}
