package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyQueryMetadata;
import org.stoatflow.streams.LagInfo;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.StreamsMetadata;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.streams.state.HostInfo;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;

/**
 * An instance that waits follows changelogs and source topics of tables, answers stale queries, and takes over with a
 * short restore.
 */
class StandbyIT {
    private static final int PARTITIONS = 4;

    @TempDir
    Path folder;

    private String application;
    private String lines;
    private String counts;
    private final AtomicLong restored = new AtomicLong();

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("standby");
        lines = Topic.create("lines", PARTITIONS);
        counts = Topic.create("counts", PARTITIONS);
    }

    /** An owner that ends in order hands over at once: nobody waits for the end of a session, which is long here. */
    @Test
    void shouldTakeOverAtOnceWhereTheOwnerEndsInOrder() {
        LineBatches batches = new LineBatches(lines, 12);
        try (CountsTail tail = new CountsTail(counts);
                OurApp owner = of("owner", "exactly_once_v2", "localhost:1")) {
            owner.streams().start();
            awaitOwner(owner);
            try (OurApp waiter = of("waiter", "exactly_once_v2", "localhost:2")) {
                waiter.streams().start();
                batches.feed(500);
                tail.awaitAtLeast(Counts.occurrences(batches.fed()), () -> "counts of the owner");
                awaitSameRows(waiter, WordCount.STORE, batches.fed());
                requireNamed(owner);
                requireNamed(waiter);

                owner.close();
                awaitOwner(waiter);
                batches.feed(100);
                Group.awaitAllCommitted(application, List.of(lines));
                tail.catchUp();
                Counts.requireExact(batches.fed(), tail.seen());
                assertEquals(List.of(), waiter.errors());
            }
        }
    }

    private static void requireNamed(OurApp app) {
        HostInfo active = new HostInfo("localhost", 1);
        HostInfo standby = new HostInfo("localhost", 2);
        KeyQueryMetadata place = app.streams().queryMetadataForKey(WordCount.STORE, "w1", new StringSerializer());
        assertEquals(active, place.activeHost());
        assertEquals(Set.of(standby), place.standbyHosts());
        Map<HostInfo, Set<String>> copies = app.streams().metadataForAllStreamsClients().stream()
                .collect(Collectors.toMap(StreamsMetadata::hostInfo, StreamsMetadata::standbyStateStoreNames));
        assertEquals(Map.of(active, Set.of(), standby, Set.of(WordCount.STORE)), copies);
    }

    private OurApp of(String name, String guarantee, String server) {
        Properties config = OurApp.config(application, folder.resolve(name), guarantee);
        config.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
        config.put(StreamsConfig.APPLICATION_SERVER_CONFIG, server);
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 300_000);
        return OurApp.of(WordCount.topology(lines, counts), config);
    }

    private OurApp waiter(String guarantee) {
        Properties config = OurApp.config(application, folder.resolve("waiter"), guarantee);
        config.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
        config.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS);
        OurApp app = OurApp.of(TableWordCount.topology(lines, counts, config), config);
        app.streams().setGlobalStateRestoreListener(new Counting(restored));
        app.streams().start();
        return app;
    }

    private WordCountProcess owner(String guarantee) throws IOException {
        WordCountProcess process = WordCountProcess.startTable(
                application, folder.resolve("owner"), guarantee, lines, counts, folder.resolve("owner.log"));
        process.awaitOutput("state RUNNING");
        return process;
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldTakeOverWithTheTailAfterAKill(String guarantee) throws Exception {
        LineBatches batches = new LineBatches(lines, 11);
        try (CountsTail tail = new CountsTail(counts);
                WordCountProcess owner = owner(guarantee);
                OurApp waiter = waiter(guarantee)) {
            waiter.awaitRunning(); // as a standby of Kafka Streams
            batches.feed(2_000);
            tail.awaitAtLeast(Counts.occurrences(batches.fed()), owner::output);
            awaitSameRows(waiter, WordCount.STORE, batches.fed());
            awaitSameRows(waiter, TableWordCount.LINES, batches.lines());
            requireStaleOnly(waiter);
            assertEquals(0, restored.get());

            owner.kill();
            awaitOwner(waiter);
            batches.feed(100);
            Group.awaitAllCommitted(application, List.of(lines));
            tail.catchUp();
            assertTrue(restored.get() < 100, () -> restored + " records were restored of 10,000");
            Eventually.await(
                    () -> batches.lines().equals(rows(waiter, TableWordCount.LINES)),
                    () -> "all lines; here are " + rows(waiter, TableWordCount.LINES));
            if (guarantee.equals("exactly_once_v2")) {
                Counts.requireExact(batches.fed(), tail.seen());
                Eventually.await(
                        () -> batches.fed().equals(rows(waiter, WordCount.STORE)),
                        () -> "all rows; here are " + rows(waiter, WordCount.STORE));
            } else {
                Counts.requireNothingLost(batches.fed(), tail.seen());
            }
        }
    }

    /** It is RUNNING before and after, and knows that it has the partitions where queries ask for no stale stores. */
    private static void awaitOwner(OurApp waiter) {
        Eventually.await(
                () -> {
                    try {
                        waiter.streams()
                                .store(StoreQueryParameters.fromNameAndType(
                                        WordCount.STORE, QueryableStoreTypes.<String, Long>keyValueStore()))
                                .get("w1");
                        return true;
                    } catch (InvalidStateStoreException notYet) {
                        return false;
                    }
                },
                () -> "a take-over; the state is " + waiter.streams().state() + ", errors " + waiter.errors());
    }

    private static void awaitSameRows(OurApp waiter, String store, Map<String, ?> fed) {
        Eventually.await(
                () -> fed.equals(rows(waiter, store)), () -> "the rows of the owner; here are " + rows(waiter, store));
        Map<Integer, LagInfo> lags =
                new HashMap<>(waiter.streams().allLocalStorePartitionLags().get(store));
        assertEquals(PARTITIONS, lags.size());
        Eventually.await(
                () -> waiter.streams().allLocalStorePartitionLags().get(store).values().stream()
                        .allMatch(lag -> lag.offsetLag() <= 1), // the marker of the last transaction
                () -> "no lag: " + waiter.streams().allLocalStorePartitionLags());
    }

    private static void requireStaleOnly(OurApp waiter) {
        assertEquals(KafkaStreams.State.RUNNING, waiter.streams().state());
        InvalidStateStoreException refused = assertThrows(
                InvalidStateStoreException.class,
                () -> waiter.streams()
                        .store(StoreQueryParameters.fromNameAndType(
                                WordCount.STORE, QueryableStoreTypes.<String, Long>keyValueStore()))
                        .get("w1"));
        assertTrue(refused.getMessage().contains("another instance"), refused.getMessage());
    }

    private static Map<String, Object> rows(OurApp app, String name) {
        ReadOnlyKeyValueStore<String, Object> store = app.streams()
                .store(StoreQueryParameters.fromNameAndType(name, QueryableStoreTypes.<String, Object>keyValueStore())
                        .enableStaleStores());
        Map<String, Object> rows = new HashMap<>();
        try (KeyValueIterator<String, Object> all = store.all()) {
            all.forEachRemaining(row -> rows.put(row.key, row.value));
        }
        return rows;
    }

    private record Counting(AtomicLong restored) implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long end, long records) {
            restored.addAndGet(records);
        }

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long total) {}
    }
}
