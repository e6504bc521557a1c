package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.sink.OffsetMetadata;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.TimestampExtractor;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * Committed offsets follow the records that were read, also where these cause no output. Where nothing was read,
 * nothing is committed.
 */
class OffsetsIT {
    private static final int PARTITIONS = 3;
    private static final int RECORDS = 500;

    @TempDir
    Path folder;

    private String application;
    private String in;
    private String out;

    /** Counts commits. */
    public static final class CountingClients extends DefaultKafkaClientSupplier {
        static final AtomicInteger COMMITS = new AtomicInteger();

        @Override
        public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
            return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public void commitTransaction() throws ProducerFencedException {
                    COMMITS.incrementAndGet();
                    super.commitTransaction();
                }
            };
        }
    }

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("offsets");
        in = Topic.create("in", PARTITIONS);
        out = Topic.create("out", PARTITIONS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldCommitOffsetsOfRecordsThatAFilterDrops(String guarantee) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).filter((key, value) -> false).to(out);
        requireAllCommittedWithoutOutput(builder.build(), guarantee);
    }

    /** A negative timestamp asks the engine to leave the record out (KAFKA-17872). */
    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldCommitOffsetsOfRecordsThatTheExtractorDrops(String guarantee) {
        StreamsBuilder builder = new StreamsBuilder();
        TimestampExtractor dropping = (record, partitionTime) -> -1;
        builder.stream(in, Consumed.<String, String>with(dropping)).to(out);
        requireAllCommittedWithoutOutput(builder.build(), guarantee);
    }

    private void requireAllCommittedWithoutOutput(Topology topology, String guarantee) {
        feed(0);
        try (OurApp app = OurApp.running(topology, OurApp.config(application, folder, guarantee))) {
            Group.awaitAllCommitted(application, List.of(in));
            feed(RECORDS);
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
        }
        assertEquals(List.of(), Topic.readStrings(out));
    }

    /** Partition times of an aborted epoch are forgotten. The next run goes on from the committed ones. */
    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldGoOnFromTheCommittedPartitionTimeAfterAFailure(String guarantee) {
        long beginMs = System.currentTimeMillis();
        List<Long> given = new CopyOnWriteArrayList<>();
        AtomicBoolean failed = new AtomicBoolean();
        StreamsBuilder builder = new StreamsBuilder();
        TimestampExtractor asking = (record, partitionTime) -> {
            given.add(partitionTime);
            return record.value().equals("asks") ? partitionTime + 7 : record.timestamp();
        };
        builder.stream(in, Consumed.<String, String>with(asking))
                .mapValues(value -> {
                    if (value.equals("asks") && failed.compareAndSet(false, true)) {
                        throw new IllegalStateException("once");
                    }
                    return value;
                })
                .to(out);
        try (OurApp app = OurApp.goingOn(builder.build(), OurApp.config(application, folder, guarantee))) {
            send(beginMs + 50, "first");
            send(beginMs + 20, "second");
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(beginMs + 50, committedTime());
            send(beginMs + 30, "asks");
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(1, app.errors().size(), () -> "one question: " + app.errors());
        }
        assertEquals(List.of(-1L, beginMs + 50, beginMs + 50, beginMs + 50), given);
        assertEquals(beginMs + 57, committedTime());
    }

    private void send(long timestamp, String value) {
        try (Feed feed = new Feed()) {
            feed.send(new ProducerRecord<>(in, 0, timestamp, "key", value));
        }
    }

    private long committedTime() {
        return OffsetMetadata.partitionTime(Group.committed(application).get(new TopicPartition(in, 0)));
    }

    @Test
    void shouldCommitNothingWhileNothingComes() throws InterruptedException {
        Properties config = OurApp.config(application, folder, "exactly_once_v2");
        config.put(StreamsConfig.DEFAULT_CLIENT_SUPPLIER_CONFIG, CountingClients.class);
        config.put("stoatflow.commit.interval.max.ms", 20);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).to(out);
        try (OurApp app = OurApp.running(builder.build(), config)) {
            Thread.sleep(500); // many intervals
            assertEquals(0, CountingClients.COMMITS.get(), "commits before the first record");
            feed(0);
            Group.awaitAllCommitted(application, List.of(in));
            int commits = CountingClients.COMMITS.get();
            Thread.sleep(500);
            assertEquals(commits, CountingClients.COMMITS.get(), "commits after the last record");
            feed(RECORDS);
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
        }
        assertEquals(values(in), values(out));
    }

    /** A reader does not see aborted records. Committed offsets pass aborted records at the end, with their markers. */
    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldReadPastWhatWasAbortedUpstream(String guarantee) throws Exception {
        Properties config = OurApp.config(application, folder, guarantee);
        config.put(StreamsConfig.consumerPrefix("isolation.level"), "read_committed");
        config.put("stoatflow.commit.interval.max.ms", 50);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).to(out);
        List<String> expected = new ArrayList<>();
        try (Producer<String, String> upstream = upstream()) {
            upstream.initTransactions();
            write(upstream, 0, true, expected);
            try (OurApp app = OurApp.running(builder.build(), config)) {
                for (int transaction = 1; transaction < 40; transaction++) {
                    write(upstream, transaction, transaction % 3 == 0, expected);
                }
                write(upstream, 40, false, expected); // nothing comes after its markers
                Group.awaitAllCommitted(application, List.of(in));
                assertEquals(List.of(), app.errors());
            }
        }
        assertEquals(expected.stream().sorted().toList(), values(out));
    }

    private static Producer<String, String> upstream() {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        TestCluster.shared().bootstrapServers(),
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        TestCluster.shared().uniqueName("upstream")),
                new StringSerializer(),
                new StringSerializer());
    }

    private void write(Producer<String, String> upstream, int transaction, boolean commit, List<String> expected)
            throws Exception {
        upstream.beginTransaction();
        for (int i = 0; i < 2 * PARTITIONS; i++) {
            String value = "t" + transaction + "-" + i;
            upstream.send(new ProducerRecord<>(in, i % PARTITIONS, "key-" + i, value))
                    .get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (commit) {
                expected.add(value);
            }
        }
        if (commit) {
            upstream.commitTransaction();
        } else {
            upstream.abortTransaction();
        }
    }

    private void feed(int from) {
        try (Feed feed = new Feed()) {
            for (int i = from; i < from + RECORDS; i++) {
                feed.send(in, "key-" + i % 50, "value-" + i);
            }
        }
    }

    private static List<String> values(String topic) {
        return Topic.readStrings(topic).stream()
                .map(ConsumerRecord::value)
                .sorted()
                .toList();
    }
}
