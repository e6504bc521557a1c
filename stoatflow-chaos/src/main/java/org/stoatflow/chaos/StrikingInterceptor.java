package org.stoatflow.chaos;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** A producer's interceptor that strikes the producer's thread when it is ordered to. */
public final class StrikingInterceptor implements ProducerInterceptor<byte[], byte[]> {
    /** Creates the interceptor. */
    public StrikingInterceptor() {}

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        return record;
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        ThreadStrikes.comesBy(ClientThread.PRODUCER);
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
