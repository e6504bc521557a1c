package org.stoatflow.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaOptions;
import org.stoatflow.localkafka.Patience;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.StateRestoreListener;

/**
 * /health/ready is right through start, restore, waiting, take-over, outage and close, asked all the time; a SIGTERM
 * drains and ends.
 */
@Tag("long")
class ReadinessIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int RECORDS = 5_000;
    private static final String SLOW = "slow";
    private static final int UNDER_WAY = 20;
    private static final long TERMINATED_RECORDS = FaultyRun.RECORDS + 1 + UNDER_WAY;
    private static final int SIGTERM_EXIT = 128 + 15;
    private static final Duration POLL = Duration.ofMillis(100);

    @TempDir
    Path folder;

    private final CountDownLatch slowBegins = new CountDownLatch(1);
    private final CountDownLatch slowMayEnd = new CountDownLatch(1);
    private final CountDownLatch restoreSeen = new CountDownLatch(1);

    @Test
    void shouldBeReadyWhileItRunsOrCouldTakeOver() throws Exception {
        try (LocalKafka kafka = LocalKafka.start(LocalKafkaOptions.quick().withStartTimeout(LIMIT))) {
            kafka.createTopic("in", 2);
            feed(kafka, RECORDS, "key");
            int ownersPort = Asked.freePort();
            int waitersPort = Asked.freePort();
            try (KafkaStreams owner = application(kafka, "owner", ownersPort);
                    Readiness ofOwner = new Readiness(owner, ownersPort)) {
                owner.start();
                ofOwner.asked().await("/health/ready", 200, "Ready.");
                awaitRecords(ofOwner.asked(), RECORDS);
                requirePages(owner, ofOwner.asked());

                try (KafkaStreams waiter = application(kafka, "waiter", waitersPort);
                        Readiness ofWaiter = new Readiness(waiter, waitersPort)) {
                    waiter.start();
                    ofWaiter.asked().await("/health/ready", 200, "Ready.");
                    assertTrue(ApplicationStatus.of(waiter).stores().restore().standby());

                    outage(kafka, ofOwner, ofWaiter);
                    closeWithARecordUnderWay(kafka, owner, ofOwner);

                    ofWaiter.asked().await("/status", 200, "\"name\":\"RUNNING\"");
                    ofWaiter.asked().await("/health/ready", 200, "Ready.");
                    assertEquals(List.of(), ofWaiter.wrong());
                }
                assertEquals(List.of(), ofOwner.wrong());
                assertTrue(ofOwner.questions() > 100, () -> ofOwner.questions() + " questions");
            }
            restore(kafka);
            terminate(kafka);
        }
    }

    private static void requirePages(KafkaStreams owner, Asked asked) throws Exception {
        JsonNode stages =
                new ObjectMapper().readTree(asked.ask("/topology").text()).get("stages");
        assertEquals(2, stages.size(), stages.toString());
        String scraped = asked.ask("/metrics").text();
        assertTrue(scraped.contains("kafka_stream_thread_process_total{"), scraped);
        assertTrue(scraped.contains("kafka_consumer_fetch_manager_records_consumed_total{"), scraped);
        assertTrue(scraped.contains("stoatflow_stage_records_total{application="), scraped);
        ApplicationStatus status = ApplicationStatus.of(owner);
        assertTrue(status.isReady(), status::text);
        assertTrue(status.stages().getLast().hotKeys().getFirst().key().startsWith("#"), status::text);
        assertTrue(status.stores().bytes() > 0, status::text);
        assertTrue(status.sources().stream().anyMatch(source -> source.streamTime() != null), status::text);
    }

    private static void outage(LocalKafka kafka, Readiness ofOwner, Readiness ofWaiter) {
        kafka.kill();
        ofOwner.asked().await("/health/ready", 503, "answer");
        ofWaiter.asked().await("/health/ready", 503, "answer");
        assertEquals(200, ofOwner.asked().ask("/health/live").code());
        kafka.restart();
        ofOwner.asked().await("/health/ready", 200, "Ready.");
        ofWaiter.asked().await("/health/ready", 200, "Ready.");
    }

    private void closeWithARecordUnderWay(LocalKafka kafka, KafkaStreams owner, Readiness ofOwner) throws Exception {
        feed(kafka, 1, SLOW);
        await(slowBegins);
        ofOwner.asked().await("/status", 200, "in topic in, partition");
        Thread closing = Thread.ofPlatform().start(() -> owner.close(LIMIT));
        ofOwner.asked().await("/health/ready", 503, "PENDING_SHUTDOWN");
        slowMayEnd.countDown();
        closing.join();
        assertEquals(0, ofOwner.asked().ask("/health/live").code());
    }

    /** A start without state: not ready while it restores, and it says how much is left. */
    private void restore(LocalKafka kafka) {
        int port = Asked.freePort();
        try (KafkaStreams again = application(kafka, "again", port);
                Readiness readiness = new Readiness(again, port)) {
            again.setGlobalStateRestoreListener(new Held());
            again.start();
            readiness.asked().await("/health/ready", 503, "offsets are to be restored");
            restoreSeen.countDown();
            readiness.asked().await("/health/ready", 200, "Ready.");
            assertEquals(List.of(), readiness.wrong());
        }
    }

    /** SIGTERM: what is under way is drained and committed, and the process ends. */
    private void terminate(LocalKafka kafka) throws Exception {
        String name = TerminatedRun.NAME;
        kafka.createTopic("in-" + name, 2);
        kafka.createTopic("out-" + name, 2);
        int port = Asked.freePort();
        try (ChildJvm process = TerminatedRun.start(kafka.bootstrapServers(), folder, port);
                Asked asked = new Asked(port)) {
            List<String> keys =
                    IntStream.range(0, UNDER_WAY).mapToObj(key -> "last" + key).toList();
            FaultyRun.feed(kafka.bootstrapServers(), name, List.of(TerminatedRun.SLOW), FaultyRun.READABLE);
            process.awaitLine(TerminatedRun.SLOW);
            FaultyRun.feed(kafka.bootstrapServers(), name, keys, FaultyRun.READABLE);
            asked.await(
                    "/status",
                    answer -> handedToLanes(answer) == TERMINATED_RECORDS,
                    () -> TERMINATED_RECORDS + " records in lanes");
            process.terminate();
            asked.await("/health/ready", 503, "PENDING_SHUTDOWN");
            process.tell("the slow one may end");
            assertEquals(SIGTERM_EXIT, process.awaitEnd(LIMIT));
            assertEquals(0, asked.ask("/health/live").code());
            Set<String> committed = committedKeys(kafka, "out-" + name);
            assertTrue(committed.contains(TerminatedRun.SLOW), committed::toString);
            assertTrue(committed.containsAll(keys), committed::toString);
            assertEquals(
                    TERMINATED_RECORDS,
                    kafka.admin().listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata().get().values().stream()
                            .mapToLong(OffsetAndMetadata::offset)
                            .sum());
        }
    }

    private static long handedToLanes(Asked.Reply status) {
        try {
            long records = 0;
            for (JsonNode source :
                    new ObjectMapper().readTree(status.text()).path("status").path("sources")) {
                records += source.path("records").asLong();
            }
            return records;
        } catch (JsonProcessingException other) {
            throw new AssertionError(status.toString(), other);
        }
    }

    /** The keys that a reader at read_committed sees up to the end of a topic of two partitions. */
    private static Set<String> committedKeys(LocalKafka kafka, String topic) {
        Set<String> keys = new TreeSet<>();
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long beginNs = System.nanoTime();
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                assertFalse(Patience.isOver(beginNs, LIMIT), () -> "read only " + keys);
                consumer.poll(POLL).forEach(record -> keys.add(record.key()));
            }
        }
        return keys;
    }

    private static void awaitRecords(Asked asked, int records) {
        asked.await("/status", 200, "\"work\":{\"records\":" + records);
    }

    private KafkaStreams application(LocalKafka kafka, String name, int port) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "ready");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve(name).toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
        config.put("stoatflow.http.port", port);
        config.put("stoatflow.request.timeout.ms", "5000"); // a broker on a busy machine may take one
        config.put("producer.max.block.ms", "5000");
        config.put("producer.delivery.timeout.ms", "10000");
        config.put("producer.request.timeout.ms", "5000");
        config.put("producer.linger.ms", "0");
        config.put("consumer.session.timeout.ms", "10000"); // the last start does not wait long for the one before
        return new KafkaStreams(topology(), config);
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .selectKey((key, value) -> value)
                .peek((key, value) -> {
                    if (key.equals(SLOW)) {
                        slowBegins.countDown();
                        await(slowMayEnd);
                    }
                })
                .groupByKey()
                .count(Materialized.as("counts"));
        return builder.build();
    }

    private static void feed(LocalKafka kafka, int records, String value) {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>("in", value + i % 2, value.equals(SLOW) ? SLOW : "hot"));
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** A restore that begins only once it was seen. */
    private final class Held implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
            if (from < to) {
                await(restoreSeen);
            }
        }

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long end, long restored) {}

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long restored) {}
    }
}
