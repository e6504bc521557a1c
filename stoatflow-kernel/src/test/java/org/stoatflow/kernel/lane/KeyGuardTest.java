package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.processor.KeyLocal;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/**
 * What lanes of a stage by key refuse, since a row must belong to one lane. A handler that goes on does not hide the
 * refusal.
 */
class KeyGuardTest {
    private static final Serde<String> TEXT = Serdes.String();

    /** A serde under which equal keys have many encodings: it reads any case and writes lower case. */
    private static final Serde<String> ANY_CASE = Serdes.serdeFrom(
            (topic, key) -> key.getBytes(StandardCharsets.UTF_8),
            (topic, bytes) -> new String(bytes, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));

    private static void count(StreamsBuilder builder) {
        builder.stream("in", Consumed.with(ANY_CASE, TEXT))
                .groupByKey(Grouped.with(ANY_CASE, TEXT))
                .count(Materialized.as("counts"));
    }

    @Test
    void shouldRunWhileHashedAndStoredBytesAreEqual() {
        LaneRig rig = LaneRig.byKey(KeyGuardTest::count, Continuing.HANDLERS, 8, 0);
        rig.feed(0, "bob=1", "bob=2");
        rig.feed(1, "amy=1");
        rig.run();
        rig.cut();

        assertTrue(rig.isCutComplete());
        assertEquals(2, rig.sent().size(), () -> "changelog " + rig.sent());
    }

    @Test
    void shouldStopAtTheFirstDifference() {
        LaneRig rig = LaneRig.byKey(KeyGuardTest::count, Continuing.HANDLERS, 8, 0);
        rig.feed(0, "bob=1");
        rig.feed(1, "Bob=2");

        String message = failure(rig);

        assertTrue(
                message.contains("Store counts writes a key as other bytes than those that chose the lane, at topic in,"
                        + " partition 1, offset 1: key bob, stored 0x626f62, hashed 0x426f62. Equal keys with different"
                        + " bytes go to different lanes, which would overwrite each other's rows. Let the stage run by"
                        + " partition (stoatflow.affinity.KSTREAM-AGGREGATE-0000000001=PARTITION), or write the topic's"
                        + " keys as the store's key serde does. Stage 0 runs by key: forced by configuration"
                        + " stoatflow.affinity; else PARTITION, because the key serde of store counts is not known to"
                        + " write equal keys as equal bytes"),
                message);
    }

    @Test
    void shouldCompareNothingOnOneLane() {
        LaneRig rig = LaneRig.byKey(KeyGuardTest::count, Continuing.HANDLERS, 1, 0);
        rig.feed(0, "bob=1", "Bob=2");
        rig.run();
        rig.cut();

        assertTrue(rig.isCutComplete());
        assertEquals(1, rig.sent().size(), () -> "one row: " + rig.sent());
    }

    /** A flush forwards records whose keys were read back from the cache. */
    @Test
    void shouldCompareKeysOfCachedRowsWithWhatCameIn() {
        Materialized<String, Long, KeyValueStore<Bytes, byte[]>> more =
                Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("more")
                        .withValueSerde(Serdes.Long());
        Consumer<StreamsBuilder> program = builder -> builder.stream("in", Consumed.with(ANY_CASE, TEXT))
                .groupByKey(Grouped.with(ANY_CASE, TEXT))
                .count(Materialized.as("counts"))
                .mapValues(count -> count + 1, more);
        LaneRig rig = LaneRig.byKey(program, Continuing.HANDLERS, 8, 1 << 20);
        rig.feed(0, "bob=1", "bob=2");
        rig.run();
        rig.cut();

        assertTrue(rig.isCutComplete());
        assertEquals(
                List.of("app-counts-changelog bob", "app-more-changelog bob"),
                rig.sent().stream()
                        .map(record -> record.substring(0, record.indexOf('=')))
                        .toList());
    }

    @Test
    void shouldCompareTheKeysThatAUsersProcessorAsksFor() {
        LaneRig rig = LaneRig.byKey(
                using((store, record) -> store.put(record.key(), record.value()), ANY_CASE), Continuing.HANDLERS, 8, 0);
        rig.feed(0, "Bob=1");

        String message = failure(rig);
        assertTrue(message.contains("key bob, stored 0x626f62, hashed 0x426f62"), message);
        assertTrue(message.contains("(stoatflow.affinity.mine=PARTITION)"), message);
    }

    /**
     * A key that user code makes of others is caught too, even if its bytes are remembered from the previous record.
     */
    @Test
    void shouldCompareAKeyThatWasChangedInTheStage() {
        Consumer<StreamsBuilder> program = builder -> {
            builder.addStateStore(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("rows"), TEXT, TEXT));
            builder.stream("in", Consumed.with(ANY_CASE, TEXT))
                    .selectKey((key, value) -> "total", Named.as("rekey"))
                    .process(
                            () -> new Using((store, record) -> store.put(record.key(), record.value())),
                            Named.as("mine"),
                            "rows");
        };
        LaneRig rig = LaneRig.byKey(program, Continuing.HANDLERS, 2, 0);
        rig.feed(0, "total=1", "bob=2");

        String message = failure(rig);
        assertTrue(message.contains("offset 1: key total, stored 0x746f74616c, hashed 0x626f62"), message);
    }

    @Test
    void shouldTakeAUsersWordForOtherKeys() {
        LaneRig rig = LaneRig.byKey(
                using((store, record) -> store.put(record.key() + "/" + record.value(), "seen"), ANY_CASE),
                Continuing.HANDLERS,
                8,
                0);
        rig.feed(0, "Bob=1");
        rig.run();
        rig.cut();

        assertEquals(List.of("app-rows-changelog bob/1=seen"), rig.sent());
    }

    @Test
    void shouldRefuseAScanOfAllRows() {
        for (BiConsumer<KeyValueStore<String, String>, Record<String, String>> scan :
                List.<BiConsumer<KeyValueStore<String, String>, Record<String, String>>>of(
                        (store, record) -> store.all().close(),
                        (store, record) -> store.reverseAll().close(),
                        (store, record) -> store.range(record.key(), null).close(),
                        (store, record) ->
                                store.prefixScan("", TEXT.serializer()).close(),
                        (store, record) ->
                                store.reverseRange(null, record.key()).close())) {
            LaneRig rig = LaneRig.byKey(using(scan, TEXT), Continuing.HANDLERS, 8, 0);
            rig.feed(0, "bob=1");

            String message = failure(rig);
            assertTrue(message.contains("Store rows is asked for all rows of its partition"), message);
            assertTrue(message.contains("shared out to 8 lanes"), message);
            assertTrue(message.contains("stoatflow.affinity.mine=PARTITION"), message);
        }
    }

    @Test
    void shouldServeARangeWithTwoBounds() {
        LaneRig rig = LaneRig.byKey(
                using(
                        (store, record) -> {
                            store.put(record.key() + "/" + record.value(), "seen");
                            int rows = 0;
                            try (KeyValueIterator<String, String> own =
                                    store.range(record.key() + "/", record.key() + "/~")) {
                                while (own.hasNext()) {
                                    own.next();
                                    rows++;
                                }
                            }
                            store.put(record.key(), String.valueOf(rows));
                        },
                        TEXT),
                Continuing.HANDLERS,
                8,
                0);
        rig.feed(0, "bob=1", "bob=2");
        rig.run();
        rig.cut();

        assertTrue(rig.sent().contains("app-rows-changelog bob=2"), () -> "rows " + rig.sent());
    }

    @Test
    void shouldShowAllRowsOnOneLane() {
        LaneRig rig = LaneRig.byKey(using((store, record) -> store.all().close(), TEXT), ErrorHandling.FAILING, 1, 0);
        rig.feed(0, "bob=1");
        rig.run();
        rig.cut();

        assertTrue(rig.isCutComplete());
    }

    @Test
    void shouldRefuseAKeyLocalProcessorThatForwardsAnotherKey() {
        LaneRig rig = LaneRig.byKey(
                builder ->
                        lines(builder).process(Rekeying::new, Named.as("liar")).foreach((key, value) -> {}),
                Continuing.HANDLERS,
                8,
                0);
        rig.feed(0, "bob=1");

        String message = failure(rig);
        assertTrue(
                message.contains(
                        "Processor liar is declared to be key-local, but forwards a record with another key than it"
                                + " was given, at topic in, partition 0, offset 0: bob! instead of bob"),
                message);
    }

    @Test
    void shouldRefusePunctuators() {
        Throwable refusal = assertThrows(
                        StreamsException.class,
                        () -> LaneRig.byKey(
                                builder -> lines(builder).process(Punctuating::new, Named.as("clock")),
                                Continuing.HANDLERS,
                                8,
                                0))
                .getCause();

        assertEquals(
                "schedule() of processor clock: punctuators are not supported in a stage that runs by key. Let it run"
                        + " by partition: stoatflow.affinity.clock=PARTITION",
                refusal.getMessage());
    }

    private static String failure(LaneRig rig) {
        return String.valueOf(assertThrows(LaneFailure.class, rig::run).getMessage());
    }

    private static KStream<String, String> lines(StreamsBuilder builder) {
        return builder.stream("in", Consumed.with(TEXT, TEXT));
    }

    private static Consumer<StreamsBuilder> using(
            BiConsumer<KeyValueStore<String, String>, Record<String, String>> use, Serde<String> keys) {
        return builder -> {
            builder.addStateStore(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("rows"), keys, TEXT));
            builder.stream("in", Consumed.with(keys, TEXT)).process(() -> new Using(use), Named.as("mine"), "rows");
        };
    }

    private static final class Using extends ContextualProcessor<String, String, String, String> {
        private final BiConsumer<KeyValueStore<String, String>, Record<String, String>> use;

        Using(BiConsumer<KeyValueStore<String, String>, Record<String, String>> use) {
            this.use = use;
        }

        @Override
        public void process(Record<String, String> record) {
            use.accept(context().getStateStore("rows"), record);
        }
    }

    private static final class Rekeying extends ContextualProcessor<String, String, String, String>
            implements KeyLocal {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record.withKey(record.key() + "!"));
        }
    }

    private static final class Punctuating extends ContextualProcessor<String, String, String, String> {
        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            context.schedule(Duration.ofMillis(5), PunctuationType.WALL_CLOCK_TIME, now -> {});
        }

        @Override
        public void process(Record<String, String> record) {}
    }
}
