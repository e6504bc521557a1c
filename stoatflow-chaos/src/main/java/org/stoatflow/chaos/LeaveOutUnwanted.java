package org.stoatflow.chaos;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.processor.api.Record;

/** Drops unwanted records, with their value as a dead letter; fails on any other error. */
public final class LeaveOutUnwanted implements ProcessingExceptionHandler {
    /** Creates the handler. */
    public LeaveOutUnwanted() {}

    @Override
    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
        if (!(exception instanceof InjectedFailure.Unwanted)) {
            return Response.fail();
        }
        return Response.resume(
                List.of(new ProducerRecord<>(Names.DEAD, context.sourceRawKey(), context.sourceRawValue())));
    }

    @Override
    public void configure(Map<String, ?> configs) {}
}
