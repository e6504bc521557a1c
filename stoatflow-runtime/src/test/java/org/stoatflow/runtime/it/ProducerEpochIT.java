package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaOptions;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;

/**
 * Each commit takes one epoch of its producer's id, and there are 32,767. So many commits would take minutes. Instead,
 * the test writes a later epoch into the coordinator's own log, on a broker of its own, and starts that broker again.
 */
class ProducerEpochIT {
    private static final short NEARLY_LAST = Short.MAX_VALUE - 20;
    private static final String STATE_TOPIC = "__transaction_state";
    private static final String APPLICATION = "epochs";
    private static final String IN = "in";
    private static final String OUT = "out";

    /** Version, producer id; see TransactionLogValue.json of Kafka. */
    private static final int EPOCH_AT = Short.BYTES + Long.BYTES;

    @TempDir
    Path folder;

    @Test
    void shouldGoOnPastTheLastEpochOfAProducerId() throws Exception {
        try (LocalKafka kafka = LocalKafka.start(
                LocalKafkaOptions.quick().withBrokerProperties(Map.of("transaction.state.log.num.partitions", "1")))) {
            kafka.createTopic(IN, 1);
            kafka.createTopic(OUT, 1);
            int fed = 0;
            try (OurApp app = OurApp.running(topology(), config(kafka))) {
                fed = feedUntilSeen(kafka, fed);
            }
            Map<String, TransactionDescription> before = Transactions.of(kafka.admin(), APPLICATION);
            writeOnEpochs(kafka);
            kafka.restart();
            assertEpochs(kafka, NEARLY_LAST);
            try (OurApp app = OurApp.running(topology(), config(kafka))) {
                int records = fed;
                while (!allIdsAreNew(kafka, before)) {
                    records = feedUntilSeen(kafka, records);
                    if (records > 10_000) {
                        throw new AssertionError("after " + records + " commits the ids are "
                                + Transactions.of(kafka.admin(), APPLICATION));
                    }
                }
                fed = feedUntilSeen(kafka, records);
                assertEquals(List.of(), app.errors());
            }
            assertEquals(
                    IntStream.range(0, fed).mapToObj(String::valueOf).toList(),
                    read(kafka).stream().map(ConsumerRecord::value).toList());
            before.forEach((id, old) -> assertNotEquals(
                    old.producerId(),
                    Transactions.of(kafka.admin(), APPLICATION).get(id).producerId()));
        }
    }

    private static boolean allIdsAreNew(LocalKafka kafka, Map<String, TransactionDescription> before) {
        return Transactions.of(kafka.admin(), APPLICATION).entrySet().stream()
                .noneMatch(now ->
                        before.get(now.getKey()).producerId() == now.getValue().producerId());
    }

    private static void assertEpochs(LocalKafka kafka, int epoch) {
        Eventually.await(
                () -> Transactions.of(kafka.admin(), APPLICATION).values().stream()
                        .allMatch(id -> id.producerEpoch() == epoch),
                () -> "epoch " + epoch + " of " + Transactions.of(kafka.admin(), APPLICATION));
    }

    /** One commit after the other, a few records each. */
    private static int feedUntilSeen(LocalKafka kafka, int from) throws Exception {
        int next = from;
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < 50; i++) {
                producer.send(new ProducerRecord<>(IN, "key", String.valueOf(next++)))
                        .get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
                Thread.sleep(5); // so that there are several commits
            }
        }
        int wanted = next;
        Eventually.await(
                () -> read(kafka).size() >= wanted,
                () -> wanted + " outputs of " + read(kafka).size());
        return next;
    }

    private static List<ConsumerRecord<String, String>> read(LocalKafka kafka) {
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(readCommitted(kafka), new StringDeserializer(), new StringDeserializer())) {
            return readAll(consumer, new TopicPartition(OUT, 0));
        }
    }

    /** Writes the last entry of each transactional id again, with an epoch that is nearly the last. */
    private static void writeOnEpochs(LocalKafka kafka) throws Exception {
        Map<ByteBuffer, byte[]> last = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(readCommitted(kafka), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            readAll(consumer, new TopicPartition(STATE_TOPIC, 0))
                    .forEach(entry -> last.put(ByteBuffer.wrap(entry.key()), entry.value()));
        }
        assertEquals(2, last.size(), "transactional ids");
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrapServers(),
                        ProducerConfig.CLIENT_ID_CONFIG,
                        "__admin_client"), // the broker lets no other client write there
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (Map.Entry<ByteBuffer, byte[]> entry : last.entrySet()) {
                ByteBuffer.wrap(entry.getValue()).putShort(EPOCH_AT, NEARLY_LAST);
                producer.send(new ProducerRecord<>(
                                STATE_TOPIC, 0, entry.getKey().array(), entry.getValue()))
                        .get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    private static Map<String, Object> readCommitted(LocalKafka kafka) {
        return Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed");
    }

    private static <K, V> List<ConsumerRecord<K, V>> readAll(KafkaConsumer<K, V> consumer, TopicPartition partition) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        long end = consumer.endOffsets(List.of(partition)).get(partition);
        List<ConsumerRecord<K, V>> records = new ArrayList<>();
        Eventually.await(
                () -> {
                    consumer.poll(Duration.ofMillis(20)).forEach(records::add);
                    return consumer.position(partition) >= end;
                },
                () -> "offset " + end + " of " + partition + ", read " + records.size());
        return records;
    }

    private Properties config(LocalKafka kafka) {
        Properties config = OurApp.config(APPLICATION, folder, "exactly_once_v2");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        config.put("stoatflow.commit.interval.min.ms", 1);
        config.put("stoatflow.commit.interval.factor", 0.1);
        return config;
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(IN).to(OUT);
        return builder.build();
    }
}
