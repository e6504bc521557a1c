package org.stoatflow.chaos;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProductionExceptionHandler;

/** Drops records that are too large, with the unpadded text as a dead letter; fails on any other error. */
public final class LeaveOutTooLarge implements ProductionExceptionHandler {
    /** Creates the handler. */
    public LeaveOutTooLarge() {}

    @Override
    public Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        if (!(exception instanceof RecordTooLargeException)) {
            return Response.fail();
        }
        String event = ChaosApplication.unpadded(new String(record.value(), StandardCharsets.UTF_8));
        return Response.resume(
                List.of(new ProducerRecord<>(Names.DEAD, record.key(), event.getBytes(StandardCharsets.UTF_8))));
    }

    @Override
    public void configure(Map<String, ?> configs) {}
}
