package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.state.WindowStore;

/** What window stores of a lane forget, and what they take back: retention, expiry, restore, savepoints. */
class WindowExpiryTest extends WindowStoreRig {
    @Test
    void shouldNotShowWhatHasExpiredAndDeleteSegmentsByOneRange() {
        try (StateEngine engine = open(true, "a")) {
            WindowStore<String, String> store = rows(engine, true, WINDOWS);
            for (int start = 0; start < 150; start += 10) {
                store.put("k" + start, "v", start);
            }
            assertEquals(-1, engine.reachedMs(engine.storeId("w"), 3), "what is not committed makes nothing old");
            commit(engine);
            assertEquals(15, committed(engine, 3));
            assertEquals("k50@50=v", read(store.all()).getFirst(), "less than the retention before the last one");
            assertNull(store.fetch("k40", 40));
            assertEquals("k50@50=v", read(view(engine).all()).getFirst(), "a query sees what the lane sees");
            assertNull(view(engine).fetch("k40", 40));
            store.put("k", "v", 199);
            assertEquals("v", view(engine).fetch("k50", 50));
            commit(engine);
            assertNull(view(engine).fetch("k50", 50));
            assertEquals(
                    16, committed(engine, 3), "no segment has expired as a whole when the epoch before was sealed");
            log.clear();
            SealedState sealed = seal();
            assertEquals(List.of(), log, "expiry is not logged");
            assertEquals(List.of("3 to 0000000000000001"), changes(sealed));
            apply(engine, sealed);
            assertEquals(11, committed(engine, 3));
            assertEquals("k100@100=v", read(store.all()).getFirst(), "time has gone on to 199");
            assertTrue(seal().isEmpty(), "a segment leaves once");
        }
    }

    @SuppressWarnings("unchecked") // the rig's store
    private static WindowStore<String, String> view(StateEngine engine) {
        return (WindowStore<String, String>)
                CommittedStores.of(engine, store(true, WINDOWS), 3, TestStores.BYTES_BY_DEFAULT);
    }

    private static List<String> changes(SealedState sealed) {
        List<String> changes = new ArrayList<>();
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        batch.writeTo(new StateBatch.RowSink<RuntimeException>() {
            @Override
            public void row(int id, int partition, byte[] key, byte[] stored) {
                changes.add("row");
            }

            @Override
            public void deleteRange(int id, int partition, byte[] from, byte[] to) {
                changes.add(partition + " to " + HexFormat.of().formatHex(to));
            }
        });
        return changes;
    }

    @Test
    void shouldKeepNoMoreInMemoryThanCanBeRead() {
        try (StateEngine engine = open(false, "a")) {
            WindowStore<String, String> store = rows(engine, false, WINDOWS);
            for (int start = 0; start < 150; start += 10) {
                store.put("k" + start, "v", start);
            }
            commit(engine);
            commit(engine);
            assertEquals(10, committed(engine, 3));
            assertEquals(10, read(store.all()).size());
            store.put("late", "v", 40);
            assertEquals(1, dropped);
            store.put("just in time", "v", 41);
            assertEquals("v", store.fetch("just in time", 41));
            assertEquals(1, dropped);
        }
    }

    @Test
    void shouldLogCountAndNotStoreWhatComesTooLate() {
        try (StateEngine engine = open(true, "a")) {
            WindowStore<String, String> store = rows(engine, true, WINDOWS);
            store.put("k", "live", 160);
            record.timestamp = 9;
            store.put("k", "late", 49);
            assertEquals(1, dropped);
            commit(engine);
            assertEquals(1, committed(engine, 3));
            assertEquals("6b000000000000003100000000=late@9", log.getLast().toString());
            store.put("k", "in its segment", 50);
            assertEquals(1, dropped);
            commit(engine);
            assertEquals(2, committed(engine, 3));
            assertNull(store.fetch("k", 50), "stored with its segment, and too old to be shown");
            assertThrows(IllegalArgumentException.class, () -> store.put("k", "v", -1));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRestoreRowsAndSkipWhatHasExpired(boolean persistent) {
        try (StateEngine engine = open(persistent, "a");
                StateEngine restored = open(persistent, "b")) {
            WindowStore<String, String> store = rows(engine, persistent, WINDOWS);
            for (int start = 0; start < 400; start += 20) {
                store.put("k", "v" + start, start);
                store.put("gone", "v", start);
                store.put("gone", null, start);
                commit(engine);
            }
            int tailFrom = log.size() / 2;
            int[] puts = new int[1];
            restore(restored, log.subList(0, tailFrom), puts);
            assertEquals(persistent ? 7 : 5, committed(restored, 3), "from 60 to 180: the segments that live at 180");
            restore(restored, log.subList(tailFrom, log.size()), puts);
            StoreFormat restoring = format;
            WindowStore<String, String> anew = rows(restored, persistent, WINDOWS);
            anew.put("k", "v380", 380);
            assertEquals(read(store.all()), read(anew.all()));
            assertEquals(
                    List.of("300=v300", "320=v320", "340=v340", "360=v360", "380=v380"), read(anew.fetch("k", 0, 999)));
            format = restoring;
            puts[0] = 0;
            restore(restored, log.reversed(), puts);
            assertEquals(2 * (persistent ? 7 : 5), puts[0], "only what lives at the greatest time, which comes first");
        }
    }

    private void restore(StateEngine engine, List<Logged> records, int[] puts) {
        RowRestorer restorer = format.restorer();
        StateBatch batch = new StateBatch(0);
        RestoredRows rows = new RestoredRows() {
            @Override
            public void put(byte[] key, byte[] stored) {
                puts[0]++;
                batch.put(engine.storeId("w"), 3, key, stored);
            }

            @Override
            public void deleteRange(byte[] from, byte[] to) {
                batch.deleteRange(engine.storeId("w"), 3, from, to);
            }
        };
        for (Logged logged : records) {
            restorer.restore(logged.key(), logged.value(), logged.timestamp(), new RecordHeaders(), rows);
        }
        engine.apply(batch);
    }

    @Test
    void shouldTakeBackWhatARecordHasPut() {
        try (StateEngine engine = open(false, "a")) {
            WindowStore<String, String> store = rows(engine, false, WINDOWS);
            store.put("k", "1", 200);
            lane.save();
            store.put("k", "2", 200);
            store.put("k", "late", 0);
            store.put("k", "far ahead", 10_000);
            assertNull(store.fetch("k", 200));
            lane.rollback();
            assertEquals("1", store.fetch("k", 200), "time is taken back, too");
            lane.save();
            store.put("k", "2", 210);
            lane.release();
            assertEquals(List.of("200=1", "210=2"), read(store.fetch("k", 0, 20_000)));
            commit(engine);
            commit(engine);
            assertEquals(2, log.size());
            assertEquals(2, committed(engine, 3));
        }
    }

    @Test
    void shouldNumberDuplicatesAnewWhenARecordIsRetried() {
        try (StateEngine engine = open(true, "a")) {
            WindowStore<String, String> store = rows(engine, true, new StoreSettings.Window(false, 100, 50, 10, true));
            store.put("k", "1", 10);
            for (int attempt = 0; attempt < 3; attempt++) {
                lane.save();
                store.put("k", "2", 10);
                store.put("k", "3", 20);
                if (attempt < 2) {
                    lane.rollback();
                } else {
                    lane.release();
                }
            }
            assertEquals(List.of("10=1", "10=2", "20=3"), read(store.fetch("k", 0, 100)));
            seal();
            assertEquals(
                    List.of(
                            "6b000000000000000a00000001=1@0",
                            "6b000000000000000a00000002=2@0",
                            "6b000000000000001400000003=3@0"),
                    log.stream().map(Logged::toString).toList());
        }
    }

    @Test
    void shouldBeginTimeAnewWhenWritesAreDropped() {
        try (StateEngine engine = open(true, "a")) {
            WindowStore<String, String> store = rows(engine, true, WINDOWS);
            store.put("k", "1", 10);
            commit(engine);
            store.put("k", "2", 1_000);
            seal();
            lane.drop();
            assertEquals(List.of("k@10=1"), read(store.all()));
            assertTrue(seal().isEmpty(), "what was to leave by a time that is dropped stays");
        }
    }

    @Test
    void shouldLeaveASlowerLaneItsWindowsForTheEpochThatItIsIn() {
        try (StateEngine engine = open(true, "a")) {
            WindowStore<String, String> slow = rows(engine, true, WINDOWS);
            LaneState slowLane = lane;
            WindowStore<String, String> fast = rows(engine, true, WINDOWS);
            LaneState fastLane = lane;
            slow.put("slow", "1", 10);
            fast.put("fast", "1", 1_000);
            commit(engine);
            lane = slowLane;
            commit(engine);
            assertEquals("1", slow.fetch("slow", 10), "of the same epoch as the time that makes it too old");
            commit(engine);
            assertEquals(2, committed(engine, 3));
            lane = fastLane;
            commit(engine);
            assertEquals(1, committed(engine, 3), "gone with the epoch behind it");
            assertNull(slow.fetch("slow", 10));
        }
    }

    @Test
    void shouldWaitForSlowerLanesWhereEpochsAreNotIsolated() {
        try (StateEngine engine = open(true, "a")) {
            WindowStore<String, String> store = rows(engine, true, WINDOWS);
            store.put("old", "1", 10);
            store.put("new", "1", 1_000);
            apply(engine, seal(5, Long.MIN_VALUE));
            store.put("new", "1", 2_000);
            apply(engine, seal(6, 4));
            assertEquals(3, committed(engine, 3), "a lane may be at epoch 5 still");
            assertTrue(changes(seal(7, 5)).contains("3 to 0000000000000012"), "by the time of epoch 5");
            assertTrue(seal(8, 6).isEmpty(), "the time of epoch 7 is marked, and a lane may be at it still");
            assertEquals(List.of("3 to 0000000000000026"), changes(seal(9, 8)));
        }
    }

    private SealedState seal(long newestEpoch, long doneEpoch) {
        return lane.seal((store, partition, key, value, timestamp, headers) -> {}, newestEpoch, doneEpoch);
    }
}
