package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;

/** One key's function blocks. The test sees what happens to other keys meanwhile, by cause and not by time. */
class BlockingIT {
    private static final int PARTITIONS = 3;
    private static final int LANES = 16;
    private static final int RECORDS = 300;
    private static final String BLOCKER = "blocker";
    private static final int TRANSACTION_TIMEOUT_MS = 1_000;

    @TempDir
    Path folder;

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final Set<String> processed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger timesRunning = new AtomicInteger();
    private final List<String> keys = keysOfOtherLanes();
    private String application;
    private String in;
    private String out;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("blocking");
        in = Topic.create("in", PARTITIONS);
        out = Topic.create("out", PARTITIONS);
    }

    @AfterEach
    void letGo() {
        release.countDown();
    }

    @Test
    void shouldLetOtherKeysOutWhileOneBlocksUnderAtLeastOnce() throws InterruptedException {
        try (OurApp app = started("at_least_once");
                Feed feed = new Feed()) {
            block(feed);
            List<String> others = feed(feed, 0);
            try (KafkaConsumer<String, String> tail = tail()) {
                List<String> seen = new ArrayList<>();
                Eventually.await(
                        () -> {
                            tail.poll(Duration.ofMillis(20)).forEach(record -> seen.add(record.value()));
                            return seen.size() >= RECORDS;
                        },
                        () -> RECORDS + " outputs of other keys, seen " + seen.size());
                assertEquals(1, release.getCount(), "still blocked");
                assertEquals(others, seen.stream().sorted().toList());
            }
            finish(app);
        }
    }

    /**
     * No transaction is open while the function blocks, so none can time out. The output is committed like any other.
     */
    @Test
    void shouldCommitARecordSlowerThanTheTransactionTimeout() throws InterruptedException {
        try (OurApp app = started("exactly_once_v2");
                Feed feed = new Feed()) {
            List<String> before = feed(feed, 0);
            feed.flush();
            Group.awaitAllCommitted(application, List.of(in));
            Map<String, TransactionDescription> ids = transactions();
            block(feed);
            List<String> meanwhile = feed(feed, 1);
            feed.flush();
            Eventually.await(
                    () -> processed.containsAll(meanwhile),
                    () -> "records of other keys processed while one blocks: " + processed.size());
            long endNs = System.nanoTime()
                    + 2 * Duration.ofMillis(TRANSACTION_TIMEOUT_MS).toNanos();
            while (System.nanoTime() < endNs) {
                transactions().forEach((id, now) -> assertNotEquals(TransactionState.ONGOING, now.state(), id));
                Thread.sleep(50);
            }
            assertTrue(Topic.readStrings(out).stream().noneMatch(record -> meanwhile.contains(record.value())));
            assertFalse(before.isEmpty());
            finish(app);
            transactions().forEach((id, now) -> assertEquals(ids.get(id).producerId(), now.producerId(), id));
        }
    }

    private void block(Feed feed) throws InterruptedException {
        feed.send(in, BLOCKER, BLOCKER);
        feed.flush();
        assertTrue(entered.await(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS), "the function is called");
    }

    private List<String> feed(Feed feed, int round) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            String value = String.format("value-%d-%05d", round, i);
            values.add(value);
            feed.send(in, keys.get(i % keys.size()), value);
        }
        return values;
    }

    /** Requires that everything is committed once, in its key's order, and that nothing was restarted. */
    private void finish(OurApp app) {
        release.countDown();
        Group.awaitAllCommitted(application, List.of(in));
        assertEquals(List.of(), app.errors());
        assertEquals(1, timesRunning.get(), "times it came to RUNNING");
        Map<String, List<String>> fed = byKey(in);
        assertTrue(fed.containsKey(BLOCKER));
        assertEquals(fed, byKey(out));
    }

    private static Map<String, List<String>> byKey(String topic) {
        Map<String, List<String>> values = new ConcurrentHashMap<>();
        for (ConsumerRecord<String, String> record : Topic.readStrings(topic)) {
            values.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(record.value());
        }
        return values;
    }

    private OurApp started(String guarantee) {
        Properties config = OurApp.config(application, folder, guarantee);
        config.put("stoatflow.lanes", LANES);
        config.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), TRANSACTION_TIMEOUT_MS);
        OurApp app = OurApp.of(topology(), config);
        app.streams().setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                timesRunning.incrementAndGet();
            }
        });
        app.streams().start();
        app.awaitRunning();
        return app;
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .mapValues((key, value) -> {
                    if (key.equals(BLOCKER)) {
                        entered.countDown();
                        awaitRelease();
                    }
                    processed.add(value);
                    return value;
                })
                .to(out);
        return builder.build();
    }

    private void awaitRelease() {
        try {
            if (!release.await(2 * Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody has released the function");
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(closing);
        }
    }

    private static List<String> keysOfOtherLanes() {
        return IntStream.range(0, 100)
                .mapToObj(i -> "key-" + i)
                .filter(key -> lane(key) != lane(BLOCKER))
                .toList();
    }

    private static int lane(String key) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(java.nio.charset.StandardCharsets.UTF_8))) % LANES;
    }

    private KafkaConsumer<String, String> tail() {
        KafkaConsumer<String, String> tail = Topic.consumer(new StringDeserializer(), new StringDeserializer());
        tail.assign(Topic.partitions(List.of(out)));
        tail.seekToBeginning(tail.assignment());
        return tail;
    }

    private Map<String, TransactionDescription> transactions() {
        return Transactions.of(TestCluster.shared().admin(), application);
    }
}
