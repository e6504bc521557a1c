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
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
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
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;

/** Stores that a user has written, on the engine: through failures, a close, and another start. */
class UserStoresIT {
    private static final int PARTITIONS = 4;
    private static final int FAILURES = 3;
    private static final int COUNTS_BETWEEN = 1_000;

    @TempDir
    Path folder;

    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private String application;
    private String in;
    private String out;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("user-stores");
        in = Topic.create("in", PARTITIONS);
        out = Topic.create("out", PARTITIONS);
    }

    private OurApp started(Topology topology, String guarantee) {
        Properties config = OurApp.config(application, folder, guarantee);
        config.put("stoatflow.restarts.max", 2 * FAILURES);
        return OurApp.goingOn(topology, config);
    }

    private void failOnce(String key) {
        failing.add(key);
        try (Feed feed = new Feed()) {
            feed.send(in, key, key);
        }
        Eventually.await(() -> !failing.contains(key), () -> "the failure of " + key);
    }

    private void failIfAsked(String key) {
        if (failing.remove(key)) {
            throw new IllegalStateException("fails once: " + key);
        }
    }

    private Topology counting() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .flatMapValues(line -> Arrays.asList(line.split(" ")))
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long>as(UsersRows.supplier("counts", told::add))
                        .withKeySerde(Serdes.String())
                        .withCachingDisabled())
                .toStream()
                .peek((word, count) -> failIfAsked(word))
                .to(out, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    /** The count is in the store before the failure, and must not be there for the run after it. */
    @Test
    void shouldCountExactlyInAUsersStoreThroughFailuresAndRestarts() throws Exception {
        Map<String, Long> fed = new TreeMap<>();
        try (OurApp app = started(counting(), "exactly_once_v2");
                CountsTail tail = new CountsTail(out)) {
            LineFeed feed = LineFeed.start(in, 11);
            List<String> failed = new ArrayList<>();
            for (int i = 0; i < FAILURES; i++) {
                tail.awaitAtLeast(tail.seen().size() + COUNTS_BETWEEN, () -> "between failures, " + app.errors());
                failOnce("poison-" + i);
                failed.add("poison-" + i);
            }
            feed.stop().forEach((word, count) -> fed.merge(word, count, Long::sum));
            failed.forEach(word -> fed.put(word, 1L));
            Group.awaitAllCommitted(application, List.of(in));
            tail.catchUp();
            Counts.requireExact(fed, tail.seen());
            assertEquals(FAILURES, app.errors().size(), () -> "one question each: " + app.errors());
            assertEquals(List.of(), restored(), "a store of a supplier needs no restore in place");
            assertEquals(PARTITIONS, told.size(), () -> "each task has its store: " + told);
        }
        told.clear();
        try (OurApp app = started(counting(), "exactly_once_v2");
                CountsTail tail = new CountsTail(out)) {
            LineFeed.start(in, 12).stop().forEach((word, count) -> fed.merge(word, count, Long::sum));
            Group.awaitAllCommitted(application, List.of(in));
            tail.catchUp();
            Counts.requireExact(fed, tail.seen());
            assertEquals(List.of(), app.errors());
            assertTrue(restored().size() >= FAILURES, "the callback restores it");
        }
    }

    private List<String> restored() {
        return told.stream().filter(line -> line.startsWith("restored")).toList();
    }

    /** A read-only store: the processor's write before the failure is not in the store that the next run opens. */
    private Topology holding(String asked) {
        ProcessorSupplier<String, String, Void, Void> holder = () -> new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                UsersRows rows = context().getStateStore("held");
                int before = (int) rows.approximateNumEntries();
                rows.put(
                        Bytes.wrap((record.key() + "/" + before).getBytes()),
                        record.value().getBytes());
                failIfAsked(record.key());
            }
        };
        ProcessorSupplier<String, String, String, String> teller = () -> new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                UsersRows rows = context().getStateStore("held");
                StringBuilder keys = new StringBuilder();
                rows.all()
                        .forEachRemaining(
                                row -> keys.append(new String(row.key.get())).append(' '));
                context().forward(record.withValue(keys.toString().strip()));
            }
        };
        Topology topology = new Topology();
        topology.addReadOnlyStateStore(
                new UsersRowsBuilder("held", told::add),
                "held-source",
                new StringDeserializer(),
                new StringDeserializer(),
                in,
                "holder",
                holder);
        topology.addSource("asking", new StringDeserializer(), new StringDeserializer(), asked);
        topology.addProcessor("teller", teller, "asking");
        topology.connectProcessorAndStateStores("teller", "held");
        topology.addSink("told", out, new StringSerializer(), new StringSerializer(), "teller");
        return topology;
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldOpenAStoreAnewThatIsWhollyTheUsersAfterAFailure(String guarantee) {
        in = Topic.create("in", 1);
        String asked = Topic.create("asked", 1);
        try (OurApp app = started(holding(asked), guarantee);
                Feed feed = new Feed()) {
            feed.send(in, "a", "1");
            feed.send(in, "b", "1");
            feed.flush();
            Group.awaitAllCommitted(application, List.of(in));
            feed.send(asked, "before", "x");
            feed.flush();
            awaitTold("before", "a/0 b/1");
            failOnce("c");
            Group.awaitAllCommitted(application, List.of(in));
            feed.send(asked, "after", "x");
            feed.flush();
            awaitTold("after", "a b c/2");
            assertEquals(List.of("init 0_0", "init 0_0"), inits());
            assertEquals(2, restored().size());
            assertEquals(1, app.errors().size(), () -> "one question: " + app.errors());
        }
    }

    private List<String> inits() {
        return told.stream().filter(line -> line.startsWith("init")).toList();
    }

    private void awaitTold(String key, String rows) {
        Eventually.await(
                () -> Topic.readStrings(out).stream().anyMatch(record -> is(record, key, rows)),
                () -> key + " is told " + rows + ", seen " + Topic.readStrings(out) + " " + told);
    }

    private static boolean is(ConsumerRecord<String, String> record, String key, String rows) {
        return record.key().equals(key) && record.value().equals(rows);
    }
}
