package org.stoatflow.parity.program;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.stoatflow.streams.errors.DeserializationExceptionHandler;
import org.stoatflow.streams.processor.ProcessorContext;

/** Drops what cannot be read, by the oldest method, where its context is that of the record's task. */
public final class OldReading implements DeserializationExceptionHandler {
    @Override
    @Deprecated
    public DeserializationHandlerResponse handle(
            ProcessorContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        return context.taskId().partition() == record.partition()
                ? DeserializationHandlerResponse.CONTINUE
                : DeserializationHandlerResponse.FAIL;
    }

    @Override
    public void configure(Map<String, ?> configs) {}
}
