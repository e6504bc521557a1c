package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** A processor's {@code init} may take its time, fail, or not come back. */
class SlowInitIT {
    private static final int PARTITIONS = 8;
    private static final int RECORDS = 40;
    private static final int POLL_INTERVAL_MS = 4_000;
    private static final Duration LIMIT = Duration.ofSeconds(12);

    @TempDir
    Path folder;

    private final String application = TestCluster.shared().uniqueName("preparing");
    private final String in = Topic.create("in", PARTITIONS);
    private final String out = Topic.create("out", PARTITIONS);
    private final AtomicInteger inits = new AtomicInteger();
    private final AtomicInteger closes = new AtomicInteger();
    private final Map<Integer, Thread> threads = new ConcurrentHashMap<>();
    private final List<String> strayed = new CopyOnWriteArrayList<>();

    /** A processor for each partition, which sees to it that one thread calls it. */
    private final class Prepared extends ContextualProcessor<String, String, String, String> {
        private final IntConsumer preparing;

        Prepared(IntConsumer preparing) {
            this.preparing = preparing;
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            threads.put(partition(), Thread.currentThread());
            preparing.accept(partition());
            inits.incrementAndGet();
        }

        private int partition() {
            return context().taskId().partition();
        }

        @Override
        public void process(Record<String, String> record) {
            requireSameThread("process");
            context().forward(record);
        }

        @Override
        public void close() {
            requireSameThread("close");
            closes.incrementAndGet();
        }

        private void requireSameThread(String call) {
            if (threads.get(partition()) != Thread.currentThread()) {
                strayed.add(call + " in " + Thread.currentThread());
            }
        }
    }

    @Test
    void shouldStartWherePreparingTakesLongerThanThePollInterval() throws Exception {
        Topology topology = topology(partition -> sleep(POLL_INTERVAL_MS / 2 + partition % 2 * POLL_INTERVAL_MS));
        try (Feed feed = new Feed()) {
            for (int key = 0; key < RECORDS; key++) {
                feed.send(in, "key " + key, "value");
            }
        }
        try (OurApp app = OurApp.running(topology, config())) {
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
            assertTrue(app.streams().close(LIMIT), "closed in time");
        }
        assertEquals(RECORDS, Topic.readStrings(out).size());
        assertEquals(PARTITIONS, inits.get(), "calls of init");
        assertEquals(PARTITIONS, closes.get(), "calls of close");
        assertEquals(List.of(), strayed);
    }

    @Test
    void shouldAskTheHandlerWhereAProcessorCannotBePrepared() throws Exception {
        Topology topology = topology(partition -> {
            if (partition == 2) {
                throw new IllegalStateException("no connection");
            }
        });
        try (OurApp app = OurApp.of(topology, config())) {
            app.streams().start();
            Eventually.await(() -> !app.errors().isEmpty(), () -> "the handler is asked");
            assertTrue(app.streams().close(LIMIT), "closed in time");
            String told = app.errors().getFirst().toString();
            assertTrue(told.contains("could not be initialised: no connection"), told);
        }
        assertEquals(inits.get(), closes.get(), "what is prepared is closed");
        assertEquals(List.of(), strayed);
    }

    @Test
    void shouldCloseInTimeWherePreparingDoesNotComeBack() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Topology topology = topology(partition -> {
            entered.countDown();
            awaitStubbornly(released);
        });
        try (OurApp app = OurApp.of(topology, config())) {
            app.streams().start();
            assertTrue(entered.await(LIMIT.toSeconds() * 5, TimeUnit.SECONDS), "init is called");
            assertTrue(app.streams().close(LIMIT), "closed in time");
            assertEquals(List.of(), app.errors());
        } finally {
            released.countDown();
        }
    }

    private Topology topology(IntConsumer preparing) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(in, Consumed.with(Serdes.String(), Serdes.String()))
                .process(() -> new Prepared(preparing))
                .to(out);
        return builder.build();
    }

    private Properties config() {
        Properties config = OurApp.config(application, folder, StreamsConfig.EXACTLY_ONCE_V2);
        config.put("stoatflow.affinity", "PARTITION");
        config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG), POLL_INTERVAL_MS);
        return config;
    }

    private static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

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
}
