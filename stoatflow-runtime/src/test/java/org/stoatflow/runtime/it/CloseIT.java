package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.config.ConfigKey;
import org.stoatflow.config.StoatflowConfig;
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
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.StateRestoreListener;

/** A close ends the application within its time, and commits the records that were handed out. */
class CloseIT {
    private static final int PARTITIONS = 6;
    private static final int ROUNDS = 4;
    private static final int COUNTS_A_ROUND = 3_000;
    private static final Duration LIMIT = Duration.ofSeconds(12);

    @TempDir
    Path folder;

    private final String application = TestCluster.shared().uniqueName("closing");

    /** Exact also under at-least-once: a close without a failure leaves nothing to process again. */
    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldCommitWhatItHasTakenAndGoOnThere(String guarantee) throws Exception {
        String lines = Topic.create("lines", PARTITIONS);
        String counts = Topic.create("counts", PARTITIONS);
        Topology topology = WordCount.topology(lines, counts);
        try (CountsTail tail = new CountsTail(counts)) {
            LineFeed feed = LineFeed.start(lines, 11);
            for (int round = 0; round < ROUNDS; round++) {
                try (OurApp app = OurApp.running(topology, config(guarantee))) {
                    tail.awaitAtLeast(tail.seen().size() + COUNTS_A_ROUND, () -> "in round, " + app.errors());
                    assertTrue(app.streams().close(LIMIT), "closed in time");
                }
            }
            Map<String, Long> fed = feed.stop();
            try (OurApp app = OurApp.running(topology, config(guarantee))) {
                Group.awaitAllCommitted(application, List.of(lines));
                assertEquals(List.of(), app.errors());
            }
            tail.catchUp();
            Counts.requireExact(fed, tail.seen());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldCloseInTimeWhileAFunctionBlocks(String guarantee) throws Exception {
        String in = Topic.create("in", 1);
        String out = Topic.create("out", 1);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(in, Consumed.with(Serdes.String(), Serdes.String()))
                .mapValues(value -> {
                    calls.incrementAndGet();
                    entered.countDown();
                    awaitStubbornly(release);
                    return value + "!";
                })
                .to(out);
        Topology topology = builder.build();
        try (Feed feed = new Feed()) {
            feed.send(in, "key", "value");
        }
        OurApp stuck = OurApp.running(topology, config(guarantee));
        assertTrue(entered.await(LIMIT.toSeconds(), TimeUnit.SECONDS), "the function is called");
        try (stuck) {
            assertTrue(
                    stuck.streams().close(LIMIT),
                    "closed in time; the state is " + stuck.streams().state());
        } finally {
            release.countDown();
        }
        try (OurApp app = OurApp.running(topology, config(guarantee))) {
            Group.awaitAllCommitted(application, List.of(in));
        }
        assertEquals(2, calls.get(), "calls of the function");
        assertEquals(
                List.of("value!"),
                Topic.readStrings(out).stream().map(record -> record.value()).toList());
    }

    /** The longest times mean "not by time". */
    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldRunAndCloseWithTheLongestTimes(String guarantee) throws Exception {
        String in = Topic.create("in", 1);
        String out = Topic.create("out", 1);
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(in, Consumed.with(Serdes.String(), Serdes.String())).to(out);
        Properties config = config(guarantee);
        for (ConfigKey<?> key : StoatflowConfig.keys()) {
            if (key.unit().equals("ms") && key.key().contains("timeout")) {
                config.put(key.key(), Long.MAX_VALUE);
            }
        }
        if (guarantee.equals(StreamsConfig.AT_LEAST_ONCE)) { // a transaction's interval is bounded by its time-out
            config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, Long.MAX_VALUE);
        }
        config.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, Long.MAX_VALUE);
        config.put(StreamsConfig.TASK_TIMEOUT_MS_CONFIG, Long.MAX_VALUE);
        try (OurApp app = OurApp.running(builder.build(), config)) {
            feed(in);
            Group.awaitAllCommitted(application, List.of(in));
            assertTrue(app.streams().close(LIMIT), "closed in time");
            assertEquals(List.of(), app.errors());
        }
        feed(in); // nobody reads this
        assertEquals(20, Topic.readStrings(out).size());
        assertEquals(
                20, Group.committed(application).get(new TopicPartition(in, 0)).offset());
    }

    private static void feed(String in) {
        try (Feed feed = new Feed()) {
            for (int i = 0; i < 20; i++) {
                feed.send(in, "key", "value" + i);
            }
        }
    }

    /** Waits, and goes on waiting after an interrupt. */
    private static void awaitStubbornly(CountDownLatch latch) {
        boolean released = false;
        while (!released) {
            try {
                latch.await();
                released = true;
            } catch (InterruptedException again) {
                // goes on waiting: that is what is tested
            }
        }
    }

    @Test
    void shouldCloseBeforeTheStart() {
        OurApp app = OurApp.of(WordCount.topology("any", "other"), config("exactly_once_v2"));
        assertTrue(app.streams().close(LIMIT));
        assertEquals(KafkaStreams.State.NOT_RUNNING, app.streams().state());
    }

    @Test
    void shouldNotRunWhereAListenerClosesItAtTheStart() {
        String lines = Topic.create("lines", 1);
        OurApp app = OurApp.of(WordCount.topology(lines, lines), config("exactly_once_v2"));
        app.streams().setStateListener((now, before) -> {
            if (now == KafkaStreams.State.REBALANCING) {
                app.streams().close(LIMIT);
            }
        });
        app.streams().start();
        assertEquals(KafkaStreams.State.NOT_RUNNING, app.streams().state());
        assertEquals(List.of(), app.errors());
        assertTrue(Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith(application)));
    }

    @Test
    void shouldCloseInTimeWhileAListenerHoldsUpTheRestore() throws Exception {
        String lines = Topic.create("lines", PARTITIONS);
        Topology topology = WordCount.topology(lines, Topic.create("counts", PARTITIONS));
        try (OurApp app = OurApp.running(topology, config("exactly_once_v2"))) {
            try (Feed feed = new Feed()) {
                feed.send(lines, "key", "one line of words");
            }
            Group.awaitAllCommitted(application, List.of(lines));
        }
        Properties lost = OurApp.config(application, folder.resolve("other"), "exactly_once_v2");
        OurApp app = OurApp.of(topology, lost);
        CountDownLatch restoring = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        app.streams().setGlobalStateRestoreListener(new HoldingListener(restoring, closed));
        app.streams().start();
        assertTrue(restoring.await(LIMIT.toSeconds() * 5, TimeUnit.SECONDS), "restores");
        assertTrue(app.streams().close(LIMIT), "closed in time");
        closed.countDown();
        assertEquals(List.of(), app.errors());
    }

    /** Holds up the restore as soon as it begins. */
    private record HoldingListener(CountDownLatch begun, CountDownLatch ended) implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
            begun.countDown();
            try {
                ended.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long last, long records) {}

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long records) {}
    }

    @Test
    void shouldCloseTwice() {
        String lines = Topic.create("lines", 1);
        OurApp app = OurApp.running(WordCount.topology(lines, lines), config("exactly_once_v2"));
        assertTrue(app.streams().close(LIMIT));
        assertTrue(app.streams().close(Duration.ZERO));
        app.streams().close();
        assertEquals(KafkaStreams.State.NOT_RUNNING, app.streams().state());
    }

    @Test
    void shouldSayThatItHasNotClosedYetAndCloseLater() {
        String lines = Topic.create("lines", 1);
        OurApp app = OurApp.running(WordCount.topology(lines, lines), config("exactly_once_v2"));
        assertFalse(app.streams().close(Duration.ZERO));
        Eventually.await(
                () -> app.streams().state() == KafkaStreams.State.NOT_RUNNING,
                () -> "NOT_RUNNING; the state is " + app.streams().state());
    }

    @Test
    void shouldCloseWhileItWaitsForABrokerThatIsNotThere() throws IOException {
        Properties config = config("exactly_once_v2");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:" + freePort());
        OurApp app = OurApp.of(WordCount.topology("any", "other"), config);
        app.streams().start();
        assertTrue(
                app.streams().close(Duration.ofSeconds(4)),
                () -> "closed in time; the state is " + app.streams().state());
        assertEquals(KafkaStreams.State.NOT_RUNNING, app.streams().state());
        assertEquals(List.of(), app.errors());
    }

    private Properties config(String guarantee) {
        return OurApp.config(application, folder, guarantee);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
