package org.stoatflow.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes records to the topics that are deleted or cut, and numbers them in each. One thread. */
final class SideFeed {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String bootstrapServers;
    private final Map<String, Integer> fed = new HashMap<>();

    SideFeed(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /** How many records a topic was fed. */
    int fed(String topic) {
        return fed.getOrDefault(topic, 0);
    }

    /**
     * Returns once the records are written. Each call has a producer of its own: one that was used before a log was cut
     * would be refused, as its records before are missing.
     */
    void feed(String topic, int records) {
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.BATCH_SIZE_CONFIG,
                500, // so that a log can be cut between its batches
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                Math.toIntExact(LIMIT.toMillis()));
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < records; i++) {
                int serial = fed.merge(topic, 1, Integer::sum);
                sent.add(producer.send(
                        new ProducerRecord<>(topic, Integer.toString(serial), new SideRecord(topic, serial).name())));
            }
            for (Future<RecordMetadata> each : sent) {
                each.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException failure) {
            throw new ChaosFailure("a record of topic " + topic + " could not be written: " + failure, failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ChaosFailure("interrupted while feeding topic " + topic, interrupted);
        }
    }
}
