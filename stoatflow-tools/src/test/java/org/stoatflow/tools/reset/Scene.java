package org.stoatflow.tools.reset;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.localkafka.TestCluster;
import picocli.CommandLine;

/** An application's names on the shared cluster, what is written to and read from its topics, and its resets. */
final class Scene {
    static final int PARTITIONS = 2;
    private static final Duration LIMIT = Duration.ofSeconds(120);

    final String application = TestCluster.shared().uniqueName("reset");
    final String input = application + "in";
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    Scene() {
        TestCluster.shared().createTopic(input, PARTITIONS);
    }

    static Admin admin() {
        return TestCluster.shared().admin();
    }

    static <T> T answer(KafkaFuture<T> future) throws Exception {
        return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Resets with these arguments, of one line, and returns the exit status. */
    int reset(String arguments) {
        return reset(arguments, new PrintStream(out), LIMIT);
    }

    /** The same, without waiting for transactions. */
    int resetAtOnce(String arguments) {
        return reset(arguments, new PrintStream(out), Duration.ZERO);
    }

    /** A reset that ends, as if it were killed, once it has printed a line that begins so. */
    void resetUntil(String line, String arguments) {
        PrintStream ending = new PrintStream(out) {
            @Override
            public void println(String printed) {
                super.println(printed);
                if (printed.startsWith(line)) {
                    throw new IllegalStateException("ended after: " + printed);
                }
            }
        };
        assertThrows(IllegalStateException.class, () -> reset(arguments, ending, LIMIT));
    }

    private int reset(String arguments, PrintStream printed, Duration transactionsLimit) {
        out.reset();
        errors.reset();
        String line = "--application-id " + application + " --bootstrap-server "
                + TestCluster.shared().bootstrapServers() + " " + arguments;
        CommandLine commandLine = new GivenReset(Clock.systemUTC()).commandLine();
        assertTrue(commandLine.execute(line.strip().split(" ")) == 0, line);
        ResetOptions options = commandLine.getExecutionResult();
        return new Reset(options, printed, new PrintStream(errors), LIMIT, transactionsLimit, question -> false).run();
    }

    /** What the last reset has printed. */
    String said() {
        return out.toString(StandardCharsets.UTF_8) + errors.toString(StandardCharsets.UTF_8);
    }

    /** Writes records to a partition, a second of event time apart, and returns once they are there. */
    void write(int partition, int records) throws Exception {
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, TestCluster.shared().bootstrapServers());
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>(input, partition, i * 1000L, "k" + partition + i % 3, "w" + i % 4));
            }
            producer.flush();
        }
    }

    /** Waits until a topic has so many committed records, and returns each key's values in their order. */
    static Map<String, List<String>> await(String topic, int records) {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                TestCluster.shared().bootstrapServers(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = partitions(topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<String, List<String>> values = new TreeMap<>();
            int seen = 0;
            long endNs = System.nanoTime() + LIMIT.toNanos();
            while (seen < records) {
                assertTrue(System.nanoTime() - endNs < 0, topic + " has " + seen + " of " + records + " records");
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(50))) {
                    values.computeIfAbsent(record.key(), any -> new ArrayList<>())
                            .add(record.value());
                    seen++;
                }
            }
            return values;
        }
    }

    static List<TopicPartition> partitions(String topic) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            partitions.add(new TopicPartition(topic, partition));
        }
        return partitions;
    }

    /** The committed offset of each input partition; fewer where nothing is committed. */
    Map<Integer, Long> committed() throws Exception {
        Map<Integer, Long> offsets = new TreeMap<>();
        answer(admin().listConsumerGroupOffsets(application).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> {
                    if (partition.topic().equals(input)) {
                        offsets.put(partition.partition(), offset.offset());
                    }
                });
        return offsets;
    }

    /** A producer of the application, with a transaction that is open and has these offsets. */
    KafkaProducer<String, String> producerOf(String transactionalId, long offset) throws Exception {
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                TestCluster.shared().bootstrapServers(),
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                transactionalId,
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                (int) Duration.ofMinutes(10).toMillis());
        KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        producer.beginTransaction();
        producer.sendOffsetsToTransaction(
                Map.of(new TopicPartition(input, 0), new OffsetAndMetadata(offset)), noMember());
        return producer;
    }

    /** What the brokers take for an offset that comes from outside of the group. */
    private ConsumerGroupMetadata noMember() {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                TestCluster.shared().bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG,
                application);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            return consumer.groupMetadata();
        }
    }

    /** Waits for the end of the session of a member that is gone without leaving, as one whose start failed may be. */
    void awaitNoMembers() throws Exception {
        long endNs = System.nanoTime() + LIMIT.toNanos();
        while (!answer(admin().describeConsumerGroups(List.of(application)).all())
                .get(application)
                .members()
                .isEmpty()) {
            assertTrue(System.nanoTime() - endNs < 0, () -> "group " + application + " keeps its members");
            Thread.sleep(50);
        }
    }

    /** Waits until the reset that runs has printed something. */
    void awaitSaid(String part) throws InterruptedException {
        long endNs = System.nanoTime() + LIMIT.toNanos();
        while (!said().contains(part)) {
            assertTrue(System.nanoTime() - endNs < 0, () -> part + " is not in:\n" + said());
            Thread.sleep(10);
        }
    }

    void commit(long offset0, long offset1) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = Map.of(
                new TopicPartition(input, 0), new OffsetAndMetadata(offset0),
                new TopicPartition(input, 1), new OffsetAndMetadata(offset1));
        answer(admin().alterConsumerGroupOffsets(application, offsets).all());
    }

    /** The topics of the application, with their ids and ends, and what its group has committed. */
    Map<String, Object> cluster() throws Exception {
        Map<String, Object> all = new TreeMap<>();
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        Collection<TopicListing> topics = answer(admin().listTopics().listings());
        for (TopicListing topic : topics) {
            if (topic.name().startsWith(application)) {
                all.put(topic.name(), topic.topicId());
                partitions(topic.name()).forEach(partition -> asked.put(partition, OffsetSpec.latest()));
            }
        }
        answer(admin().listOffsets(asked).all())
                .forEach((partition, end) -> all.put(partition.toString(), end.offset()));
        answer(admin().listConsumerGroupOffsets(application).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> all.put("committed " + partition, offset));
        return all;
    }
}
