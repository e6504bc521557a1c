package org.stoatflow.parity;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.stoatflow.localkafka.Patience;
import org.stoatflow.localkafka.TestCluster;

/** The broker, as programs' environment use it. Usable from any thread. */
public final class Cluster {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    static final Duration POLL = Duration.ofMillis(50);

    /** Each look asks the broker, for 16 programs at once: the longer it takes, the seldomer anybody looks. */
    private static final long PAUSE_NS_MIN = 50_000_000;

    private static final long PAUSE_NS_MAX = 500_000_000;
    private static final int PARTS = 10; // a pause is this part of what was waited, so a wait is hardly longer for it

    /** Nobody looks at the meters of clients that a program's environment has, and they cost more than its records. */
    private static final Map<String, Object> UNWATCHED =
            Map.of("bootstrap.servers", bootstrapServers(), "metric.reporters", "", "enable.metrics.push", false);

    private static final Map<String, Object> PRODUCER = with(Map.of(ProducerConfig.LINGER_MS_CONFIG, 0));

    /** Fetches are short, as a close waits for them. */
    private static final Map<String, Object> CONSUMER = with(Map.of(
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
            20,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false));

    private Cluster() {}

    private static Map<String, Object> with(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(UNWATCHED);
        all.putAll(more);
        return Map.copyOf(all);
    }

    /** Where clients connect. */
    public static String bootstrapServers() {
        return TestCluster.shared().bootstrapServers();
    }

    /** Creates a topic, and returns when each partition is served. */
    public static void create(String name, int partitions, Map<String, String> settings) {
        create(List.of(name), partitions, settings);
    }

    /** Creates topics, and returns when each partition is served. */
    public static void create(List<String> names, int partitions, Map<String, String> settings) {
        answer(admin().createTopics(names.stream()
                        .map(name -> new NewTopic(name, partitions, (short) 1).configs(settings))
                        .toList())
                .all());
        List<TopicPartition> all = new ArrayList<>();
        for (String name : names) {
            for (int partition = 0; partition < partitions; partition++) {
                all.add(new TopicPartition(name, partition));
            }
        }
        // The metadata names leaders a little before they serve.
        await(() -> isServed(all), () -> names + " are not served");
    }

    /** Gives a topic more partitions, and returns when each is served. */
    public static void grow(String name, int partitions) {
        answer(admin().createPartitions(Map.of(name, NewPartitions.increaseTo(partitions)))
                .all());
        List<TopicPartition> all = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicPartition(name, partition));
        }
        await(() -> isServed(all), () -> name + " is not served");
    }

    private static boolean isServed(List<TopicPartition> partitions) {
        try {
            return admin().listOffsets(latest(partitions))
                            .all()
                            .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                            .size()
                    == partitions.size();
        } catch (ExecutionException notYet) {
            return false;
        } catch (Exception failure) {
            throw new AssertionError("the cluster does not answer", failure);
        }
    }

    /**
     * Writes records, and returns when they are there. Each time by a producer of its own: one that has seen thousands
     * of topics goes through all of them at each step.
     */
    public static void send(List<ProducerRecord<byte[], byte[]>> records) {
        if (records.isEmpty()) {
            return;
        }
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            send(producer, records);
        }
    }

    /** The same for who sends often, to few topics: a producer costs more than some records do. */
    public static void send(KafkaProducer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
        List<Future<?>> sent = new ArrayList<>();
        records.forEach(each -> sent.add(producer.send(each)));
        sent.forEach(Cluster::answer);
    }

    /** A producer, which the caller closes. */
    public static KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(PRODUCER, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Waits until {@link #topics} lists each topic that anybody has created before. A broker learns of topics in their
     * order, some time after the controller has confirmed them: so another one is created, and waited for.
     *
     * @param unused a name that no topic has
     */
    public static void awaitTopicsSoFar(String unused) {
        answer(admin().createTopics(List.of(new NewTopic(unused, 1, (short) 1))).all());
        await(() -> topics(unused).contains(unused), () -> unused + " is not listed");
    }

    /** All topics of a place, those that a library has made there too. */
    public static List<String> topics(Place place) {
        return topics(place.applicationId()).stream()
                .filter(name -> name.startsWith(place.topic("")) || name.startsWith(place.applicationId() + "-"))
                .toList();
    }

    /** Topics whose names begin so. */
    public static List<String> topics(String prefix) {
        return answer(admin().listTopics().names()).stream()
                .filter(name -> name.startsWith(prefix))
                .sorted()
                .toList();
    }

    /**
     * Deletes topics that nobody uses any more. A broker that keeps them goes through all of them for each list of its
     * topics, and again and again to clean them: those of 400 programs took more of the processor than the programs.
     */
    public static void delete(Collection<String> topics) {
        admin().deleteTopics(topics).topicNameValues().values().forEach(Cluster::awaitGone);
    }

    private static void awaitGone(KafkaFuture<Void> deleted) {
        try {
            deleted.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            // The program may have deleted it itself.
            if (!(failure.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw new AssertionError("a topic cannot be deleted", failure);
            }
        } catch (InterruptedException | TimeoutException failure) {
            throw new AssertionError("the cluster does not answer", failure);
        }
    }

    /** Offsets behind the last record of each partition. */
    public static Map<TopicPartition, Long> ends(Collection<String> topics) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        answer(admin().listOffsets(latest(partitions(topics))).all())
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    private static Map<TopicPartition, OffsetSpec> latest(List<TopicPartition> partitions) {
        return partitions.stream().collect(Collectors.toMap(partition -> partition, any -> OffsetSpec.latest()));
    }

    private static List<TopicPartition> partitions(Collection<String> topics) {
        return answer(admin().describeTopics(topics).allTopicNames()).values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
    }

    /** What a group has committed. */
    public static Map<TopicPartition, OffsetAndMetadata> committed(String group) {
        return answer(admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    }

    /** The time that rides in a commit's metadata: Base64 of a version and eight bytes. */
    public static long partitionTime(OffsetAndMetadata committed) {
        if (committed.metadata().isEmpty()) {
            return -1;
        }
        return java.nio.ByteBuffer.wrap(Base64.getDecoder().decode(committed.metadata()))
                .getLong(1);
    }

    /** All committed records of the topics, each partition's in order. */
    public static List<ConsumerRecord<byte[], byte[]>> read(Collection<String> topics) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        if (topics.isEmpty()) {
            return records;
        }
        Map<TopicPartition, Long> ends = ends(topics);
        ends.values().removeIf(end -> end == 0);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            consumer.assign(ends.keySet());
            consumer.seekToBeginning(ends.keySet());
            await(
                    () -> {
                        if (!ends.isEmpty()) {
                            consumer.poll(POLL).forEach(records::add);
                        }
                        return ends.entrySet().stream()
                                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
                    },
                    () -> "not read to the end: " + topics);
        }
        return records;
    }

    /** A {@code read_committed} consumer without a group. */
    static KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(CONSUMER, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Waits until something is so, for a bounded time ({@link Patience}). */
    public static void await(BooleanSupplier condition, Supplier<String> otherwise) {
        long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (Patience.isOver(beginNs, LIMIT)) {
                throw new AssertionError("not within " + LIMIT + ": " + otherwise.get());
            }
            long waitedNs = System.nanoTime() - beginNs;
            LockSupport.parkNanos(Math.clamp(waitedNs / PARTS, PAUSE_NS_MIN, PAUSE_NS_MAX));
        }
    }

    /** The answer of a request, within a bound. */
    public static <T> T answer(KafkaFuture<T> future) {
        return answer(future.toCompletionStage().toCompletableFuture());
    }

    private static <T> T answer(Future<T> future) {
        try {
            return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw new AssertionError("the cluster does not answer", failure);
        }
    }

    /** The administrator. */
    public static Admin admin() {
        return TestCluster.shared().admin();
    }
}
