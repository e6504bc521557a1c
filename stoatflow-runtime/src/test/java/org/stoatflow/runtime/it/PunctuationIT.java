package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** Punctuators forward and write state as part of epochs. */
class PunctuationIT {
    private static final long[] TIMES = {1_005, 1_006, 1_012, 1_013, 1_047, 1_040, 1_060, 1_099, 1_100};

    @TempDir
    Path folder;

    private String application;
    private String in;
    private String out;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("ticks");
        in = Topic.create("in", 1);
        out = Topic.create("out", 1);
    }

    /** Feeds one record at a time, since Kafka Streams punctuates after a run of records, and StoatFlow after each. */
    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldPunctuateByStreamTimeAsKafkaStreamsDoes(String guarantee) {
        String referenceIn = Topic.create("in-ks", 1);
        String referenceOut = Topic.create("out-ks", 1);
        Properties reference = KafkaApp.config(application + "-ks", folder.resolve("ks"), "at_least_once");
        List<String> expected = new CopyOnWriteArrayList<>();
        try (KafkaApp app = KafkaApp.running(KafkaTicks.topology(referenceIn, referenceOut, expected), reference)) {
            feedOneByOne(referenceIn, 0, expected);
            Group.awaitAllCommitted(application + "-ks", List.of(referenceIn));
        }
        List<String> events = new CopyOnWriteArrayList<>();
        Properties ours = OurApp.config(application, folder.resolve("ours"), guarantee);
        try (OurApp app = OurApp.running(OurTicks.topology(in, out, events), ours)) {
            feedOneByOne(in, 0, events);
            Group.awaitAllCommitted(application, List.of(in));
        }
        assertEquals(expected, events);

        int before = events.size();
        try (KafkaApp app = KafkaApp.running(KafkaTicks.topology(referenceIn, referenceOut, expected), reference)) {
            Eventually.await(
                    () -> expected.size() >= before + 2, () -> "punctuations of Kafka Streams after its start");
            feedOneByOne(referenceIn, 1_000, expected);
            Group.awaitAllCommitted(application + "-ks", List.of(referenceIn));
        }
        try (OurApp app = OurApp.running(OurTicks.topology(in, out, events), ours)) {
            Eventually.await(() -> events.size() >= before + 2, () -> "punctuations after the start: " + events);
            feedOneByOne(in, 1_000, events);
            Group.awaitAllCommitted(application, List.of(in));
        }
        assertEquals(expected, events);
        assertEquals(values(referenceOut), values(out));
    }

    private static void feedOneByOne(String topic, long offset, List<String> events) {
        try (Feed feed = new Feed()) {
            for (long time : TIMES) {
                String value = "record " + (offset + time);
                feed.send(new ProducerRecord<>(topic, 0, offset + time, "k", value));
                feed.flush();
                Eventually.await(
                        () -> events.stream().anyMatch(event -> event.contains(value)), () -> value + " in " + events);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldCountEachWallClockPunctuationOnceOverRestarts(String guarantee) {
        AtomicBoolean fails = new AtomicBoolean();
        for (int life = 1; life <= 3; life++) {
            int enough = life * 10;
            try (OurApp app =
                    OurApp.running(clock(fails), OurApp.config(application, folder.resolve("ours"), guarantee))) {
                Eventually.await(() -> Topic.count(out) >= enough, () -> enough + " punctuations");
            }
        }
        requireNumbered(values(out));
    }

    @Test
    void shouldCountEachWallClockPunctuationOnceOverAnAbort() {
        AtomicBoolean fails = new AtomicBoolean();
        try (OurApp app =
                OurApp.goingOn(clock(fails), OurApp.config(application, folder.resolve("ours"), "exactly_once_v2"))) {
            Eventually.await(() -> Topic.count(out) >= 10, () -> "10 punctuations");
            fails.set(true);
            Eventually.await(() -> !fails.get(), () -> "the punctuation that fails");
            int seen = Topic.count(out);
            Eventually.await(() -> Topic.count(out) >= seen + 10, () -> "10 more punctuations after " + seen);
        }
        requireNumbered(values(out));
    }

    private static void requireNumbered(List<String> values) {
        List<String> expected = new ArrayList<>();
        for (int number = 1; number <= values.size(); number++) {
            expected.add(String.valueOf(number));
        }
        assertTrue(values.size() >= 10);
        assertEquals(expected, values);
    }

    private static List<String> values(String topic) {
        return Topic.readStrings(topic).stream().map(ConsumerRecord::value).toList();
    }

    private Topology clock(AtomicBoolean fails) {
        Topology topology = new Topology();
        topology.addSource(
                "src", Serdes.String().deserializer(), Serdes.String().deserializer(), in);
        topology.addProcessor("clock", () -> new Ticking(fails), "src");
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("n"), Serdes.String(), Serdes.Long()),
                "clock");
        topology.addSink(
                "sink", out, Serdes.String().serializer(), Serdes.String().serializer(), "clock");
        return topology;
    }

    /** Counts its punctuations; fails once after a write and a forward, if told to. */
    private static final class Ticking extends ContextualProcessor<String, String, String, String> {
        private final AtomicBoolean fails;
        private KeyValueStore<String, Long> store;

        Ticking(AtomicBoolean fails) {
            this.fails = fails;
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            store = context.getStateStore("n");
            context.schedule(Duration.ofMillis(20), PunctuationType.WALL_CLOCK_TIME, this::tick);
        }

        private void tick(long now) {
            Long before = store.get("all");
            long number = before == null ? 1 : before + 1;
            store.put("all", number);
            context().forward(new Record<>("k", String.valueOf(number), now));
            if (fails.getAndSet(false)) {
                throw new IllegalStateException("as the test asks");
            }
        }

        @Override
        public void process(Record<String, String> record) {}
    }
}
