package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** An application that the user pauses: nothing is processed, nothing is lost, and everything goes on afterwards. */
class PauseIT {
    /** Long enough for an engine that does not heed the pause to be seen. */
    private static final Duration LOOK = Duration.ofMillis(700);

    private static final int PARTITIONS = 3;

    @TempDir
    Path folder;

    private String application;
    private String in;
    private String out;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("paused");
        in = Topic.create("in", PARTITIONS);
        out = Topic.create("out", 2);
    }

    /** With queues that hold little, each partition is paused at the broker too while the user has paused all. */
    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldProcessNothingAndGoOnWithAllPartitions(String guarantee) {
        Properties config = OurApp.config(application, folder, guarantee);
        config.put("buffered.records.per.partition", "5");
        config.put("max.poll.records", "10");
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(copy(), config)) {
            Numbers numbers = new Numbers(feed);
            for (int round = 0; round < 5; round++) {
                feedAll(numbers, 40);
                numbers.awaitExactly(out);
                Group.awaitAllCommitted(application, List.of(in));
                app.streams().pause();
                assertTrue(app.streams().isPaused());
                long before = processed(app);
                feedAll(numbers, 40);
                LockSupport.parkNanos(LOOK.toNanos());
                assertEquals(before, processed(app), "records while paused");
                assertEquals(KafkaStreams.State.RUNNING, app.streams().state());
                app.streams().resume();
                assertFalse(app.streams().isPaused());
                numbers.awaitExactly(out);
            }
            assertEquals(List.of(), app.errors());
        }
    }

    @Test
    void shouldCommitWhatIsUnderWayWhilePaused() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .mapValues(value -> {
                    entered.countDown();
                    await(release);
                    return value;
                })
                .to(out);
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(builder.build(), OurApp.config(application, folder, "exactly_once_v2"))) {
            Numbers numbers = new Numbers(feed);
            numbers.feed(in, 0, 1);
            assertTrue(entered.await(30, TimeUnit.SECONDS), "the function is called");
            app.streams().pause();
            release.countDown();
            numbers.awaitExactly(out);
            Group.awaitAllCommitted(application, List.of(in));
            assertTrue(app.streams().isPaused());
        }
    }

    @Test
    void shouldCallNoPunctuatorWhilePaused() {
        AtomicInteger ticks = new AtomicInteger();
        Topology topology = new Topology()
                .addSource("source", in)
                .addProcessor("ticking", () -> new Ticking(ticks), "source")
                .addSink("sink", out, "ticking");
        try (OurApp app = OurApp.running(topology, OurApp.config(application, folder, "exactly_once_v2"))) {
            Eventually.await(() -> ticks.get() > 0, () -> "a tick");
            app.streams().pause();
            LockSupport.parkNanos(LOOK.toNanos()); // one that was handed out before
            int before = ticks.get();
            LockSupport.parkNanos(LOOK.toNanos());
            assertEquals(before, ticks.get(), "ticks while paused");
            app.streams().resume();
            Eventually.await(() -> ticks.get() > before, () -> "a tick after the pause");
        }
    }

    @Test
    void shouldStartPaused() {
        try (Feed feed = new Feed();
                OurApp app = OurApp.of(copy(), OurApp.config(application, folder, "exactly_once_v2"))) {
            Numbers numbers = new Numbers(feed);
            feedAll(numbers, 10);
            app.streams().pause();
            app.streams().start();
            app.awaitRunning();
            LockSupport.parkNanos(LOOK.toNanos());
            assertEquals(0, Topic.count(out), "records while paused");
            app.streams().resume();
            numbers.awaitExactly(out);
        }
    }

    private void feedAll(Numbers numbers, int each) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            numbers.feed(in, partition, each);
        }
    }

    private Topology copy() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).to(out);
        return builder.build();
    }

    private static long processed(OurApp app) {
        return app.streams().metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("process-total"))
                .mapToLong(metric -> ((Number) metric.getValue().metricValue()).longValue())
                .sum();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Ticking extends ContextualProcessor<String, String, String, String> {
        private final AtomicInteger ticks;

        Ticking(AtomicInteger ticks) {
            this.ticks = ticks;
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            context.schedule(Duration.ofMillis(50), PunctuationType.WALL_CLOCK_TIME, time -> ticks.incrementAndGet());
        }

        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }
}
