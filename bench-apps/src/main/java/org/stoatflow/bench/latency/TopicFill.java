package org.stoatflow.bench.latency;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Fills topics as fast as a producer does. One thread sends; the close waits for all, and throws what was refused. */
public final class TopicFill implements AutoCloseable {
    private final Producer<String, String> producer;

    /** The producer's I/O thread writes it; it is read once that thread has ended. */
    private volatile @Nullable Exception refused;

    public TopicFill(String bootstrapServers) {
        producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        1 << 18,
                        ProducerConfig.LINGER_MS_CONFIG,
                        20),
                new StringSerializer(),
                new StringSerializer());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    public void send(ProducerRecord<String, String> record) {
        producer.send(record, (written, reason) -> refused = reason == null ? refused : reason);
    }

    @Override
    public void close() throws BenchFailure {
        producer.close();
        Exception reason = refused;
        if (reason != null) {
            throw new BenchFailure("a topic could not be filled: " + reason.getMessage(), reason);
        }
    }
}
