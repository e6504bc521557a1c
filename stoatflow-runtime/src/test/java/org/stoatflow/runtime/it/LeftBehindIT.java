package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.OwnStore;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** A store of the user's, and an outside system that processors write to, where another task fails beside a call. */
class LeftBehindIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** As long as the call stays in spite of the failure: a run that does not wait for it begins sooner. */
    private static final Duration STAYS = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    private final String application = TestCluster.shared().uniqueName("left-behind");
    private final List<OwnStore> opened = new CopyOnWriteArrayList<>();
    private final List<String> outside = new CopyOnWriteArrayList<>();
    private final List<String> forbidden = new CopyOnWriteArrayList<>();
    private final AtomicInteger slowCalls = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final CountDownLatch entered = new CountDownLatch(1);

    /** The first call for key {@code slow} takes long, and the first one for key {@code bad} fails meanwhile. */
    private final class Writing implements Processor<String, String, Void, Void> {
        private OwnStore store;

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            store = context.getStateStore(OwnStore.NAME);
        }

        @Override
        public void process(Record<String, String> record) {
            switch (record.key()) {
                case "slow" -> writeSlowly(record.value());
                case "bad" -> failOnce();
                default -> store.count().incrementAndGet();
            }
        }

        private void writeSlowly(String value) {
            if (slowCalls.incrementAndGet() > 1) {
                forbidden.add("two calls at once");
            }
            if (entered.getCount() > 0) {
                entered.countDown();
                stay();
            }
            if (!store.isOpen()) {
                forbidden.add("closed in a call");
            }
            outside.add(value);
            slowCalls.decrementAndGet();
        }

        private void stay() {
            long untilNs = System.nanoTime() + STAYS.toNanos();
            while (System.nanoTime() < untilNs && forbidden.isEmpty()) {
                try {
                    Thread.sleep(5);
                } catch (InterruptedException again) {
                    // goes on, as user code may
                }
            }
        }

        private void failOnce() {
            if (failures.getAndIncrement() == 0) {
                throw new IllegalStateException("bad");
            }
        }
    }

    private Topology topology(Pattern topics) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(new OwnStore.Builder(opened));
        builder.<String, String>stream(topics).process(Writing::new, OwnStore.NAME);
        return builder.build();
    }

    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.EXACTLY_ONCE_V2, StreamsConfig.AT_LEAST_ONCE})
    void shouldFinishACallBeforeTheNextRun(String guarantee) throws Exception {
        String in = Topic.create("left-behind", 2);
        Properties config = OurApp.config(application, folder, guarantee);
        try (OurApp app = OurApp.goingOn(topology(Pattern.compile(Pattern.quote(in))), config);
                Feed feed = new Feed()) {
            feed.send(new ProducerRecord<>(in, 0, "slow", "v1"));
            assertTrue(entered.await(LIMIT.toSeconds(), TimeUnit.SECONDS), "a call is under way");
            feed.send(new ProducerRecord<>(in, 0, "slow", "v2"));
            feed.send(new ProducerRecord<>(in, 1, "bad", "v"));
            Eventually.await(
                    () -> outside.contains("v2") && failures.get() > 1, () -> "all is processed; outside " + outside);
            assertEquals(List.of(), forbidden);
            assertEquals(List.of("v1", "v1", "v2"), outside, "what the failure has taken back comes again");
            assertEquals(1, app.errors().size(), () -> "one question: " + app.errors());
        }
        assertTrue(opened.stream().noneMatch(OwnStore::isOpen), "closed in the end");
    }

    @Test
    void shouldKeepRowsWhereATopicIsAdded() {
        String in = Topic.create("kept", 1);
        Properties config = Group.noticingTopics(OurApp.config(application, folder, StreamsConfig.EXACTLY_ONCE_V2));
        try (OurApp app = OurApp.running(topology(Pattern.compile(Pattern.quote(in) + ".*")), config);
                Feed feed = new Feed()) {
            feed.send(in, "key", "one");
            feed.flush(); // the ends are asked for next
            Group.awaitAllCommitted(application, List.of(in));
            String added = in + "-added";
            TestCluster.shared().createTopic(added, 2);
            Topic.awaitServed(added, 2);
            feed.send(new ProducerRecord<>(added, 1, "key", "two"));
            feed.send(new ProducerRecord<>(added, 0, "key", "three"));
            feed.flush();
            Group.awaitAllCommitted(application, List.of(in, added));
            assertEquals(2, opened.size(), "one for each task");
            assertEquals(2, opened.getFirst().count().get());
            assertEquals(List.of(), app.errors());
        }
    }
}
