package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStore;

/** Window stores of a lane, on disk and in memory: changelog records, reads through the layers. */
class WindowStoreTest extends WindowStoreRig {
    @Test
    void shouldLogTheBytesOfKafkaStreams() {
        try (StateEngine engine = open(false, "a")) {
            WindowStore<String, String> store = rows(engine, false, WINDOWS);
            record.timestamp = 7;
            store.put("v", "x", 1_000);
            store.put("v", "y", 1_000);
            record.timestamp = 8;
            store.put("w", null, 1_000);
            seal();
            assertEquals(
                    List.of("7600000000000003e800000000=y@7", "7700000000000003e800000000=null@8"),
                    log.stream().map(Logged::toString).toList());
            assertEquals(RowLayout.WINDOW, format.layout());
        }
    }

    @Test
    void shouldNumberDuplicatesFromOne() {
        try (StateEngine engine = open(false, "a")) {
            WindowStore<String, String> store = rows(engine, true, new StoreSettings.Window(false, 100, 50, 10, true));
            store.put("k", "x", 10);
            store.put("k", "y", 10);
            store.put("k", null, 10);
            store.put("k", "z", 10);
            assertEquals(List.of("10=x", "10=y", "10=z"), read(store.fetch("k", 0, 100)));
            assertEquals("z", store.fetch("k", 10));
            seal();
            assertEquals(
                    List.of(
                            "6b000000000000000a00000001=x@0",
                            "6b000000000000000a00000002=y@0",
                            "6b000000000000000a00000004=z@0",
                            "6b000000000000000a00000003=null@0"),
                    log.stream().map(Logged::toString).toList());
        }
    }

    @Test
    void shouldNumberDuplicatesOnAfterAStart() {
        StoreSettings.Window windows = new StoreSettings.Window(false, 100, 50, 10, true);
        try (StateEngine engine = open(false, "a")) {
            rows(engine, true, windows).put("k", "x", 10);
            StateBatch batch = new StateBatch(0);
            SealedState sealed = seal();
            sealed.addTo(batch);
            batch.position(engine.storeId("w"), 3, 1);
            engine.apply(batch);
            sealed.markApplied();

            WindowStore<String, String> store = rows(engine, true, windows);
            store.put("k", "y", 10);
            assertEquals(List.of("10=x", "10=y"), read(store.fetch("k", 0, 100)));
        }
    }

    @Test
    void shouldKeepTimestampsInRowsAndRecords() {
        try (StateEngine engine = open(false, "a")) {
            WindowStore<String, ValueAndTimestamp<String>> store =
                    rows(engine, false, new StoreSettings.Window(true, 100, 50, 10, false));
            record.timestamp = 7;
            store.put("k", ValueAndTimestamp.make("x", 5), 10);
            store.put("l", null, 10);
            commit(engine);
            assertEquals(ValueAndTimestamp.make("x", 5), store.fetch("k", 10));
            assertEquals(List.of("10=" + ValueAndTimestamp.make("x", 5)), read(store.fetch("k", 0, 10)));
            assertEquals(
                    List.of("6b000000000000000a00000000=x@5", "6c000000000000000a00000000=null@7"),
                    log.stream().map(Logged::toString).toList());
            assertEquals(RowLayout.TIMESTAMPED_WINDOW, format.layout());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReadThroughTheLayersByKeyAndTime(boolean persistent) {
        try (StateEngine engine = open(persistent, "a")) {
            WindowStore<String, String> store = rows(engine, persistent, windows(1_000, 50));
            store.put("a", "1", 10);
            store.put("ab", "2", 10);
            store.put("a", "3", 60);
            commit(engine);
            store.put("a", "4", 120);
            SealedState sealed = seal();
            assertFalse(sealed.isEmpty());
            store.put("a", "5", 10);
            store.put("ab", null, 10);
            store.put("b", "6", 700);
            assertEquals(List.of("10=5", "60=3", "120=4"), read(store.fetch("a", 0, 1_000)));
            assertEquals(List.of("60=3", "10=5"), read(store.backwardFetch("a", 10, 60)));
            assertEquals(List.of(), read(store.fetch("ab", 0, 1_000)));
            assertEquals(List.of("a@60=3", "a@120=4", "b@700=6"), read(store.fetchAll(11, Long.MAX_VALUE)));
            assertEquals(List.of("b@700=6"), read(store.fetch("aa", null, 0, 1_000)));
            assertEquals(List.of("a@10=5", "a@60=3", "a@120=4", "b@700=6"), read(store.all()));
            assertEquals(List.of("b@700=6", "a@120=4", "a@60=3", "a@10=5"), read(store.backwardAll()));
            assertEquals("3", store.fetch("a", 60));
            assertNull(store.fetch("a", 61));
            lane.partition(4);
            assertEquals(List.of(), read(store.all()));
        }
    }

    @Test
    void shouldRefuseAChangelogOfAnotherKind() {
        RowRestorer restorer = StoreFormats.of(store(true, WINDOWS)).restorer();
        ProcessorStateException refused = assertThrows(
                ProcessorStateException.class,
                () -> restorer.restore(new byte[11], null, 0, new RecordHeaders(), null));
        assertTrue(refused.getMessage().contains("11 bytes"), refused.getMessage());
    }

    @Test
    void shouldFindTheFewSegmentsThatHaveRows() {
        try (StateEngine engine = open(false, "a")) {
            WindowStore<String, String> store = rows(engine, false, windows(Long.MAX_VALUE / 2, 1));
            store.put("k", "1", 5);
            store.put("other", "x", 6);
            commit(engine);
            store.put("k", "2", 1_000_000_000_000L);
            assertEquals(List.of("5=1", "1000000000000=2"), read(store.fetch("k", 0, Long.MAX_VALUE)));
            assertEquals(List.of("1000000000000=2", "5=1"), read(store.backwardFetch("k", 0, Long.MAX_VALUE)));
        }
    }

    @Test
    void shouldFindKeysThatArePrefixesOfTheUpperBound() {
        try (StateEngine engine = open(false, "a")) {
            WindowStore<String, String> store = rows(engine, true, windows(1_000_000, 50));
            store.put("a", "1", 300_000);
            store.put("", "2", 300_000);
            store.put("a\0\0", "3", 300_000);
            assertEquals(List.of("@300000=2", "a@300000=1"), read(store.fetch(null, "a\0", 0, 1_000_000)));
            assertEquals(List.of("a@300000=1"), read(store.fetch("\0", "a\0", 0, 1_000_000)));
        }
    }

    @Test
    void shouldRefuseUseAfterClose() {
        try (StateEngine engine = open(false, "a")) {
            WindowStore<String, String> store = rows(engine, false, WINDOWS);
            store.put("k", "1", 5);
            KeyValueIterator<Windowed<String>, String> closed = store.all();
            assertTrue(closed.hasNext());
            closed.close();
            assertThrows(InvalidStateStoreException.class, closed::hasNext);
            KeyValueIterator<Windowed<String>, String> left = store.all();
            assertTrue(left.hasNext());
            lane.close();
            assertThrows(InvalidStateStoreException.class, left::next);
            assertThrows(InvalidStateStoreException.class, store::all);
            assertThrows(InvalidStateStoreException.class, () -> store.put("k", "1", 5));
            assertThrows(InvalidStateStoreException.class, () -> store.fetch("k", 5));
        }
    }
}
