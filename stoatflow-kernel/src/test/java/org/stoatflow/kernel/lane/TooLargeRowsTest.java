package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.stoatflow.streams.state.ValueTimestampHeaders;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.WindowStore;

/**
 * A row whose changelog record the producer would refuse is a failure of the record that wrote it: the handler decides,
 * and the application goes on.
 */
class TooLargeRowsTest {
    private static final int BYTES_MAX = 1_000;
    private static final String LARGE = "x".repeat(BYTES_MAX);
    private static final String VALUE = "b=" + LARGE;
    private static final String KEY = LARGE + "b=1";
    private static final Duration WINDOW = Duration.ofHours(1);

    private final List<String> refused = new ArrayList<>();

    private final class RefusalKeeper implements ProcessingExceptionHandler {
        @Override
        public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
            refused.add(
                    assertInstanceOf(RecordTooLargeException.class, exception).getMessage());
            return Response.resume();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    private ErrorHandling errors() {
        return new ErrorHandling(
                LogAndFailExceptionHandler::new,
                RefusalKeeper::new,
                DefaultProductionExceptionHandler::new,
                RetryPolicy.NEVER,
                1);
    }

    private LaneRig rig(Consumer<StreamsBuilder> program, boolean exactlyOnce, boolean cached) {
        refused.clear();
        return LaneRig.logging(program, errors(), BYTES_MAX, exactlyOnce, cached);
    }

    private static KGroupedStream<String, String> grouped(StreamsBuilder builder) {
        return builder.<String, String>stream(LaneRig.IN).groupByKey();
    }

    @Test
    void shouldAskTheHandlerAboutALargeRowOfAnyStore() {
        requireRefused(builder -> builder.table(LaneRig.IN, Materialized.as("rows")));
        requireRefused(builder ->
                builder.table(LaneRig.IN, Materialized.as(Stores.persistentVersionedKeyValueStore("rows", WINDOW))));
        requireRefused(builder -> grouped(builder).reduce((before, now) -> now, Materialized.as("rows")));
        requireRefused(builder -> grouped(builder)
                .windowedBy(TimeWindows.ofSizeWithNoGrace(WINDOW))
                .reduce((before, now) -> now, Materialized.as("rows")));
        requireRefused(builder -> grouped(builder)
                .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(WINDOW))
                .reduce((before, now) -> now, Materialized.as("rows")));
    }

    private void requireRefused(Consumer<StreamsBuilder> program) {
        for (boolean exactlyOnce : List.of(true, false)) {
            for (boolean cached : List.of(false, true)) {
                LaneRig rig = rig(program, exactlyOnce, cached);
                rig.feed(0, "a=1", VALUE, "c=2");
                rig.cut();
                assertEquals(1, refused.size(), refused::toString);
                String why = refused.getFirst();
                assertTrue(why.startsWith("Store rows: a row of 1001 bytes, of which 1 are its key"), why);
                assertTrue(why.contains("max.request.size") && why.contains("leave 1000"), why);
                assertEquals(1, rig.lane(0).counters().dropped(ErrorDrop.PROCESSING));
                assertEquals(2, rig.sent().size(), rig.sent()::toString);
                assertTrue(rig.isCutComplete());
            }
        }
    }

    /** A deletion is logged even where there was no row. */
    @Test
    void shouldAskTheHandlerAboutALargeRowThatAProcessorWrites() {
        StoreBuilder<KeyValueStore<String, String>> rows =
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("rows"), Serdes.String(), Serdes.String());
        requireRefused(rows, VALUE, (store, record) -> store.put(record.key(), record.value()));
        requireRefused(rows, VALUE, (store, record) -> store.putIfAbsent(record.key(), record.value()));
        requireRefused(rows, KEY, (store, record) -> store.delete(record.key()));

        StoreBuilder<TimestampedKeyValueStoreWithHeaders<String, String>> headers =
                Stores.timestampedKeyValueStoreWithHeadersBuilder(
                        Stores.persistentTimestampedKeyValueStoreWithHeaders("rows"), Serdes.String(), Serdes.String());
        requireRefused(
                headers,
                VALUE,
                (store, record) -> store.put(
                        record.key(),
                        ValueTimestampHeaders.make(
                                "",
                                1,
                                new RecordHeaders().add("h", record.value().getBytes(StandardCharsets.UTF_8)))));
        requireRefused(headers, KEY, (store, record) -> store.delete(record.key()));

        StoreBuilder<WindowStore<String, String>> windows = Stores.windowStoreBuilder(
                Stores.persistentWindowStore("rows", WINDOW, WINDOW, true), Serdes.String(), Serdes.String());
        requireRefused(windows, VALUE, (store, record) -> store.put(record.key(), record.value(), 1));

        StoreBuilder<SessionStore<String, String>> sessions = Stores.sessionStoreBuilder(
                Stores.inMemorySessionStore("rows", WINDOW), Serdes.String(), Serdes.String());
        requireRefused(
                sessions, KEY, (store, record) -> store.remove(new Windowed<>(record.key(), new SessionWindow(1, 2))));

        StoreBuilder<VersionedKeyValueStore<String, String>> versions = Stores.versionedKeyValueStoreBuilder(
                Stores.persistentVersionedKeyValueStore("rows", WINDOW), Serdes.String(), Serdes.String());
        requireRefused(versions, VALUE, (store, record) -> store.put(record.key(), record.value(), 1));
        requireRefused(versions, KEY, (store, record) -> store.delete(record.key(), 1));
    }

    private <S extends StateStore> void requireRefused(
            StoreBuilder<S> store, String large, BiConsumer<S, Record<String, String>> write) {
        LaneRig rig = rig(
                builder -> {
                    builder.addStateStore(store);
                    builder.<String, String>stream(LaneRig.IN).process(() -> new Writing<>(write), "rows");
                },
                true,
                false);
        rig.feed(0, "a=1", large, "c=1");
        rig.cut();
        assertEquals(1, refused.size(), refused::toString);
        assertTrue(refused.getFirst().startsWith("Store rows: a row of 10"), refused::toString);
        assertTrue(rig.isCutComplete());
    }

    private static final class Writing<S extends StateStore> extends ContextualProcessor<String, String, Void, Void> {
        private final BiConsumer<S, Record<String, String>> write;

        Writing(BiConsumer<S, Record<String, String>> write) {
            this.write = write;
        }

        @Override
        public void process(Record<String, String> record) {
            write.accept(context().getStateStore("rows"), record);
        }
    }

    /** What a join holds back waits in a row of its own. */
    @Test
    void shouldAskTheHandlerAboutALargeRecordThatWaitsForATable() {
        LaneRig rig = rig(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .join(
                                builder.<String, String>table(
                                        LaneRig.ROWS,
                                        Materialized.as(Stores.persistentVersionedKeyValueStore("table", WINDOW))),
                                (one, other) -> one + other,
                                Joined.<String, String, String>as("held").withGracePeriod(Duration.ofMinutes(1))),
                true,
                false);
        rig.feed(0, "a=1", VALUE, "c=1");
        rig.cut();
        assertEquals(1, refused.size(), refused::toString);
        assertTrue(rig.isCutComplete());
    }

    /** A row has all records of a key, a side and a time. */
    @Test
    void shouldAskTheHandlerAboutARecordTooManyThatWaitsForAPartner() {
        LaneRig rig = rig(
                builder -> {
                    KStream<String, String> left = atOneTime(builder, LaneRig.IN);
                    left.outerJoin(
                            atOneTime(builder, LaneRig.ROWS),
                            (one, other) -> one + other,
                            JoinWindows.ofTimeDifferenceWithNoGrace(WINDOW));
                },
                true,
                false);
        String some = "x".repeat(300);
        rig.feed(0, "a=" + some, "a=" + some, "a=" + some, "a=" + some, "b=" + some);
        rig.cut();
        assertEquals(1, refused.size(), refused::toString);
        assertTrue(refused.getFirst().contains("a row of 12"), refused::toString);
        assertEquals(1, rig.lane(0).counters().dropped(ErrorDrop.PROCESSING));
        assertTrue(rig.isCutComplete());
    }

    private static KStream<String, String> atOneTime(StreamsBuilder builder, String topic) {
        return builder.stream(
                topic, Consumed.with(Serdes.String(), Serdes.String()).withTimestampExtractor((record, before) -> 5));
    }

    /** A row has the value before, the old one and the new one. */
    @Test
    void shouldAskTheHandlerAboutAnUpdateThatIsTooLargeWithTheOneBefore() {
        LaneRig rig = rig(
                builder -> grouped(builder)
                        .reduce(
                                (before, now) -> now,
                                Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("rows"))
                        .suppress(Suppressed.<String>untilTimeLimit(WINDOW, BufferConfig.unbounded())
                                .withName("held")),
                true,
                false);
        String some = "x".repeat(600);
        rig.feed(0, "a=" + some, "a=" + some, "b=" + some);
        rig.cut();
        assertEquals(1, refused.size(), refused::toString);
        assertTrue(refused.getFirst().startsWith("Store held"), refused::toString);
        assertTrue(rig.isCutComplete());
    }

    @Test
    void shouldAskTheHandlerAboutALargeForeignKey() {
        LaneRig rig = rig(
                builder -> builder.<String, String>table(LaneRig.IN)
                        .join(
                                builder.<String, String>table(LaneRig.ROWS),
                                value -> value.equals("large") ? LARGE : value,
                                (one, other) -> one + other),
                true,
                false);
        rig.feed(0, "a=1", "b=large", "c=1");
        rig.cut();
        assertEquals(1, refused.size(), refused::toString);
        assertTrue(rig.isCutComplete());
    }
}
