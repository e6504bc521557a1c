package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
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
import org.stoatflow.streams.errors.TaskCorruptedException;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/** Failures under exactly-once while lines flow: the application goes on in place, and its counts are exact. */
class RestartInPlaceIT {
    private static final int PARTITIONS = 4;
    private static final int FAILURES = 3;
    private static final int COUNTS_BETWEEN = 2_000;
    private static final String POISON = "poison-";
    private static final String CORRUPTED = "corrupted";

    @TempDir
    Path folder;

    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger timesRunning = new AtomicInteger();
    private final List<String> restored = new CopyOnWriteArrayList<>();
    private String application;
    private String lines;
    private String counts;

    /** Counts the consumers that are made to read changelogs. */
    public static final class CountingClients extends DefaultKafkaClientSupplier {
        static final AtomicInteger RESTORE_CONSUMERS = new AtomicInteger();

        @Override
        public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
            RESTORE_CONSUMERS.incrementAndGet();
            return super.getRestoreConsumer(config);
        }
    }

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("in-place");
        lines = Topic.create("lines", PARTITIONS);
        counts = Topic.create("counts", PARTITIONS);
    }

    @Test
    void shouldReadNoChangelogAfterAFailureOfProcessing() throws Exception {
        try (OurApp app = started();
                CountsTail tail = new CountsTail(counts)) {
            LineFeed feed = LineFeed.start(lines, 5);
            tail.awaitAtLeast(COUNTS_BETWEEN, () -> "before the first failure");
            restored.clear(); // at the start it hears of changelogs that are empty
            int consumers = CountingClients.RESTORE_CONSUMERS.get();
            Map<String, TransactionDescription> ids = transactions();
            List<String> poisons = new ArrayList<>();
            for (int i = 0; i < FAILURES; i++) {
                String poison = POISON + i;
                poisons.add(poison);
                failing.add(poison);
                try (Feed poisoned = new Feed()) {
                    poisoned.send(lines, poison, poison);
                }
                Eventually.await(
                        () -> {
                            tail.awaitAtLeast(tail.seen().size() + 1, () -> "after " + poison + ", " + app.errors());
                            return tail.seen().stream()
                                    .anyMatch(count -> count.key().equals(poison));
                        },
                        () -> "the count of " + poison + " by the run after its failure, " + app.errors());
            }
            Map<String, Long> fed = feed.stop();
            poisons.forEach(poison -> fed.put(poison, 1L));
            Group.awaitAllCommitted(application, List.of(lines));
            tail.catchUp();
            Counts.requireExact(fed, tail.seen());
            assertEquals(FAILURES, failures.get());
            assertEquals(1 + FAILURES, timesRunning.get(), "times it came to RUNNING");
            assertEquals(consumers, CountingClients.RESTORE_CONSUMERS.get(), "consumers for changelogs");
            assertEquals(List.of(), restored);
            assertEquals(FAILURES, app.errors().size(), () -> "one question each: " + app.errors());
            transactions().forEach((id, now) -> assertEquals(ids.get(id).producerId(), now.producerId(), id));
            fed.put(CORRUPTED, 1L);
            shouldRestoreWhatIsCorrupted(app, tail, fed);
        }
    }

    /** As in Kafka Streams no handler is asked, and the stores of the task that is named are restored from scratch. */
    private void shouldRestoreWhatIsCorrupted(OurApp app, CountsTail tail, Map<String, Long> fed) {
        failing.add(CORRUPTED);
        try (Feed corrupting = new Feed()) {
            corrupting.send(lines, CORRUPTED, CORRUPTED);
        }
        Group.awaitAllCommitted(application, List.of(lines));
        tail.catchUp();
        Counts.requireExact(fed, tail.seen());
        assertEquals(FAILURES, app.errors().size(), () -> "no question: " + app.errors());
        List<String> fromScratch = restored.stream()
                .filter(restore -> restore.contains(" from 0 to ") && !restore.endsWith(" to 0"))
                .toList();
        assertEquals(1, fromScratch.size(), restored::toString);
        assertTrue(fromScratch.getFirst().startsWith(application + "-counts-changelog-2 "), fromScratch::toString);
    }

    /**
     * A fence ends the producers but not the application. It goes on each time, and nothing is lost or counted twice.
     */
    @Test
    void shouldGoOnAfterEachFence() throws Exception {
        try (OurApp app = started();
                CountsTail tail = new CountsTail(counts)) {
            LineFeed feed = LineFeed.start(lines, 6);
            for (int i = 0; i < FAILURES; i++) {
                tail.awaitAtLeast(tail.seen().size() + COUNTS_BETWEEN, () -> "commits, " + app.errors());
                Group.answer(TestCluster.shared()
                        .admin()
                        .fenceProducers(Transactions.ids(application))
                        .all());
                int runs = 2 + i;
                Eventually.await(() -> timesRunning.get() >= runs, () -> "a restart after the fence " + runs);
            }
            tail.awaitAtLeast(tail.seen().size() + COUNTS_BETWEEN, () -> "commits after the last fence");
            Map<String, Long> fed = feed.stop();
            Group.awaitAllCommitted(application, List.of(lines));
            tail.catchUp();
            Counts.requireExact(fed, tail.seen());
            assertEquals(List.of(), app.errors());
            assertTrue(timesRunning.get() >= 1 + FAILURES);
        }
    }

    private OurApp started() {
        Properties config = OurApp.config(application, folder, "exactly_once_v2");
        config.put(StreamsConfig.DEFAULT_CLIENT_SUPPLIER_CONFIG, CountingClients.class);
        config.put("stoatflow.restarts.max", 2 * FAILURES);
        OurApp app = OurApp.of(topology(), config).goingOn();
        app.streams().setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                timesRunning.incrementAndGet();
            }
        });
        app.streams().setGlobalStateRestoreListener(new Restores());
        app.streams().start();
        app.awaitRunning();
        return app;
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(lines)
                .flatMapValues(line -> {
                    if (line.equals(CORRUPTED) && failing.remove(line)) {
                        throw new TaskCorruptedException(Set.of(new TaskId(1, 2)));
                    }
                    if (failing.remove(line)) {
                        failures.incrementAndGet();
                        throw new IllegalStateException("fails once: " + line);
                    }
                    return Arrays.asList(line.split(" "));
                })
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("counts"))
                .toStream()
                .to(counts, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private Map<String, TransactionDescription> transactions() {
        return Transactions.of(TestCluster.shared().admin(), application);
    }

    private final class Restores implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
            restored.add(partition + " from " + from + " to " + to);
        }

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long end, long records) {}

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long total) {}
    }
}
