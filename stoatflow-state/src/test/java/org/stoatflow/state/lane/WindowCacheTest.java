package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.operator.CachedStore;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStore;

/** Cached window and session stores of a lane: what is told when rows leave, and what is logged. */
class WindowCacheTest {
    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private final List<String> told = new ArrayList<>();
    private final List<String> log = new ArrayList<>();

    private static StoreDescription cached(StoreSettings settings) {
        return TestStores.store(settings, "c", true, Serdes.String(), Serdes.String())
                .withCaching(true);
    }

    private LaneState lane(StateEngine engine, StoreDescription store) {
        LaneState lane = new LaneState(engine, List.of(store), record, TestStores.BYTES_BY_DEFAULT, 1_000_000);
        lane.partition(0);
        return lane;
    }

    private <V> void listen(Object store) {
        @SuppressWarnings("unchecked") // the store is described by each test
        CachedStore<Windowed<String>, V> listening = (CachedStore<Windowed<String>, V>) store;
        assertTrue(listening.setFlushListener(
                update -> told.add(update.key() + " " + update.value() + " at " + update.timestamp()), true));
    }

    private void commit(StateEngine engine, LaneState lane) {
        lane.flushCache("c");
        WindowStoreRig.apply(
                engine, lane.seal((store, partition, key, value, timestamp, headers) -> log.add(timestamp + "")));
    }

    @Test
    @SuppressWarnings("unchecked") // the store is described here
    void shouldTellOfWindowsWhenTheyLeave() {
        StoreDescription store = cached(new StoreSettings.Window(true, 100, 50, 10, false));
        try (StateEngine engine = StateEngines.inMemory(List.of(store))) {
            LaneState lane = lane(engine, store);
            TimestampedWindowStore<String, String> windows = (TimestampedWindowStore<String, String>) lane.store("c");
            listen(windows);
            windows.put("a", ValueAndTimestamp.make("1", 3), 0);
            windows.put("b", ValueAndTimestamp.make("2", 4), 0);
            record.timestamp = 5;
            windows.put("a", ValueAndTimestamp.make("3", 5), 0);
            assertEquals(ValueAndTimestamp.make("3", 5), windows.fetch("a", 0));
            assertEquals(List.of(), told);
            commit(engine, lane);
            assertEquals(List.of("[b@0/10] (<2,4><-null) at 0", "[a@0/10] (<3,5><-null) at 5"), told);
            assertEquals(List.of("4", "5"), log);
            told.clear();
            windows.put("a", null, 0);
            windows.put("never", null, 0);
            commit(engine, lane);
            assertEquals(List.of("[a@0/10] (null<-<3,5>) at 5"), told);
        }
    }

    @Test
    @SuppressWarnings("unchecked") // the store is described here
    void shouldTellOfAWindowThatHasExpiredAndShowItNowhere() {
        StoreDescription store = cached(new StoreSettings.Window(true, 100, 50, 10, false));
        try (StateEngine engine = StateEngines.inMemory(List.of(store))) {
            LaneState lane = lane(engine, store);
            int[] dropped = new int[1];
            lane.expiredTo(partition -> dropped[0]++);
            TimestampedWindowStore<String, String> windows = (TimestampedWindowStore<String, String>) lane.store("c");
            listen(windows);
            windows.put("a", ValueAndTimestamp.make("1", 3), 400);
            commit(engine, lane);
            told.clear();
            windows.put("late", ValueAndTimestamp.make("2", 3), 0);
            assertNull(windows.fetch("late", 0));
            commit(engine, lane);
            assertEquals(List.of("[late@0/10] (<2,3><-null) at 0"), told);
            assertEquals(1, dropped[0]);
            windows.put("b", ValueAndTimestamp.make("1", 3), 500);
            commit(engine, lane);
            commit(engine, lane);
            assertNull(engine.get(engine.storeId("c"), 0, new byte[] {
                0, 0, 0, 0, 0, 0, 0, 0, 'l', 'a', 't', 'e', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
            }));
        }
    }

    @Test
    @SuppressWarnings("unchecked") // the store is described here
    void shouldTellOfSessionsWhenTheyLeave() {
        StoreDescription store = cached(new StoreSettings.Session(100, 50));
        try (StateEngine engine = StateEngines.inMemory(List.of(store))) {
            LaneState lane = lane(engine, store);
            SessionStore<String, String> sessions = (SessionStore<String, String>) lane.store("c");
            listen(sessions);
            record.timestamp = 20;
            sessions.put(new Windowed<>("a", new SessionWindow(10, 20)), "1");
            sessions.remove(new Windowed<>("a", new SessionWindow(10, 20)));
            sessions.put(new Windowed<>("a", new SessionWindow(10, 30)), "2");
            commit(engine, lane);
            assertEquals(List.of("[a@10/30] (<2,20><-null) at 20"), told);
            told.clear();
            sessions.remove(new Windowed<>("a", new SessionWindow(10, 30)));
            assertNull(sessions.fetchSession("a", 10, 30));
            commit(engine, lane);
            assertEquals(List.of("[a@10/30] (null<-<2,20>) at 20"), told);
        }
    }

    /** A put that a view of committed rows refuses does not move its time. */
    @Test
    @SuppressWarnings("unchecked") // the stores are described here
    void shouldNotMoveTimeWithARefusedPut() {
        StoreDescription windowed = cached(new StoreSettings.Window(false, 100, 50, 10, false));
        try (StateEngine engine = StateEngines.inMemory(List.of(windowed))) {
            LaneState lane = lane(engine, windowed);
            ((WindowStore<String, String>) lane.store("c")).put("a", "1", 0);
            commit(engine, lane);
            WindowStore<String, String> view =
                    (WindowStore<String, String>) CommittedStores.of(engine, windowed, 0, TestStores.BYTES_BY_DEFAULT);
            assertThrows(UnsupportedOperationException.class, () -> view.put("a", "2", 1_000));
            assertEquals("1", view.fetch("a", 0));
        }
        StoreDescription sessions = cached(new StoreSettings.Session(100, 50));
        try (StateEngine engine = StateEngines.inMemory(List.of(sessions))) {
            LaneState lane = lane(engine, sessions);
            Windowed<String> first = new Windowed<>("a", new SessionWindow(0, 5));
            ((SessionStore<String, String>) lane.store("c")).put(first, "1");
            commit(engine, lane);
            SessionStore<String, String> view =
                    (SessionStore<String, String>) CommittedStores.of(engine, sessions, 0, TestStores.BYTES_BY_DEFAULT);
            Windowed<String> later = new Windowed<>("a", new SessionWindow(1_000, 1_005));
            assertThrows(UnsupportedOperationException.class, () -> view.put(later, "2"));
            assertThrows(UnsupportedOperationException.class, () -> view.remove(later));
            assertEquals("1", view.fetchSession("a", 0, 5));
        }
    }
}
