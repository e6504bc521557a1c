package org.stoatflow.runtime.testkit;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.localkafka.TestCluster;

/**
 * Writes strings to the shared cluster; a refused record fails the next call. Timestamps must not be older than a
 * topic's retention, or the broker deletes the records half a minute after its start. One thread.
 */
public final class Feed implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private final KafkaProducer<String, String> producer;
    private volatile @Nullable Exception refused;

    /** Opens the producer. */
    public Feed() {
        producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        TestCluster.shared().bootstrapServers(),
                        ProducerConfig.LINGER_MS_CONFIG,
                        "2"),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Sends a record of now to the partition of its key. */
    public void send(String topic, String key, String value) {
        send(new ProducerRecord<>(topic, key, value));
    }

    /** Sends a record. */
    public void send(ProducerRecord<String, String> record) {
        producer.send(record, (sent, refusal) -> {
            if (refusal != null) {
                refused = refusal;
            }
        });
        check();
    }

    /** Returns when everything sent is acknowledged. */
    public void flush() {
        producer.flush();
        check();
    }

    @Override
    public void close() {
        producer.close(LIMIT);
        check();
    }

    private void check() {
        if (refused != null) {
            throw new AssertionError("a record was not acknowledged", refused);
        }
    }
}
