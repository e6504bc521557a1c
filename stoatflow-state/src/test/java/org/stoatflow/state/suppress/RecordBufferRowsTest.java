package org.stoatflow.state.suppress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.operator.HeldRecord;
import org.stoatflow.operator.RecordBuffer;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.api.Record;

/** Records wait in the order of time and key, over savepoints, epochs and restarts. */
class RecordBufferRowsTest {
    private static final StoreDescription STORE =
            TestStores.store(new StoreSettings.Waiting("join"), "held", false, Serdes.String(), Serdes.String());
    private static final UpdatePlace PLACE = new UpdatePlace("in", 3, 5);
    private static final HexFormat HEX = HexFormat.of();

    private final StateEngine engine = StateEngines.inMemory(List.of(STORE));
    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private final Map<String, String> log = new TreeMap<>();
    private LaneState lane = lane();

    private LaneState lane() {
        LaneState made = new LaneState(engine, List.of(STORE), record, TestStores.BYTES_BY_DEFAULT);
        made.partition(3);
        return made;
    }

    @SuppressWarnings("unchecked") // the store is described above
    private RecordBuffer<String, String> buffer() {
        return (RecordBuffer<String, String>) lane.store("held");
    }

    private void put(long timestamp, String key, String value) {
        Headers headers = new RecordHeaders().add("h", new byte[2]);
        buffer().put(new Record<>(key, value, timestamp, headers), PLACE);
    }

    private void commit() {
        SealedState sealed = lane.seal((store, partition, key, value, timestamp, headers) -> {
            assertEquals(3, partition);
            assertEquals(ChangelogCollector.NO_TIMESTAMP, timestamp);
            assertNull(headers);
            log.put(HEX.formatHex(key), value == null ? "gone" : HEX.formatHex(value));
        });
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }

    private List<String> letAllGo() {
        List<String> gone = new ArrayList<>();
        while (!buffer().isEmpty()) {
            HeldRecord<String, String> held = buffer().earliest();
            assertEquals(buffer().earliestMs(), held.timestamp());
            assertEquals(PLACE, held.origin());
            assertEquals("h", held.headers().iterator().next().key());
            gone.add(held.key() + "=" + held.value() + "@" + held.timestamp());
            buffer().removeEarliest();
        }
        return gone;
    }

    @Test
    void shouldLetRecordsGoByTimeKeyAndOrder() {
        assertEquals(-1, buffer().latestMs());
        put(7, "b", "1");
        put(5, "c", "2");
        put(7, "a", "3");
        put(7, "b", "4");
        put(7, "ab", "5");
        assertEquals(7, buffer().latestMs());
        assertEquals(List.of("c=2@5", "a=3@7", "ab=5@7", "b=1@7", "b=4@7"), letAllGo());
        assertEquals(-1, buffer().latestMs());
        assertThrows(NoSuchElementException.class, () -> buffer().earliest());
        assertThrows(NoSuchElementException.class, () -> buffer().removeEarliest());
    }

    /** The bytes are those that Kafka Streams writes. */
    @Test
    void shouldLogAsKafkaStreamsDoes() {
        put(0x0102, "k", "v");
        commit();
        String key = "00" + "0000000000000102" + "6b" + "00000001";
        String origin = "0000000000000102" + "0000000000000005" + "00000002" + "696e" + "00000003";
        String headers = "00000001" + "00000001" + "68" + "00000002" + "0000";
        String values = "ffffffff" + "ffffffff" + "00000001" + "76";
        assertEquals(Map.of(key, origin + headers + values + "0000000000000000"), log);
        assertEquals(List.of("k=v@258"), letAllGo());
        commit();
        assertEquals(Map.of(key, "gone"), log);
    }

    @Test
    void shouldRestoreTheRecordsOfTheChangelog() {
        byte[] key = WaitingKey.of(7, new byte[] {1}, 2);
        byte[] value = UpdateBytes.write(
                0, new WaitingUpdate(7, new RecordHeaders(), UpdatePlace.NONE, null, null, new byte[] {3}));
        Map<String, byte @Nullable []> restored = new TreeMap<>();
        RestoredRows rows = new RestoredRows() {
            @Override
            public void put(byte[] row, byte @Nullable [] stored) {
                restored.put(HEX.formatHex(row), stored);
            }

            @Override
            public void deleteRange(byte @Nullable [] from, byte @Nullable [] to) {
                throw new AssertionError("nothing expires");
            }
        };
        RowRestorer restorer = new RecordBufferFormat(STORE, "join").restorer();
        restorer.restore(key, value, 0, new RecordHeaders(), rows);
        assertArrayEquals(value, restored.get(HEX.formatHex(key)));
        restorer.restore(key, null, 0, new RecordHeaders(), rows);
        assertNull(restored.get(HEX.formatHex(key)));
        assertThrows(
                IllegalArgumentException.class,
                () -> restorer.restore(new byte[] {1, 2}, value, 0, new RecordHeaders(), rows));
        assertThrows(
                IllegalArgumentException.class,
                () -> restorer.restore(key, new byte[] {3}, 0, new RecordHeaders(), rows));
    }

    @Test
    void shouldKeepRecordsOfOneKeyAndTimeApartOverRestarts() {
        put(5, "a", "1");
        put(5, "a", "2");
        commit();
        lane = lane();
        put(5, "a", "3");
        put(6, "a", "4");
        commit();
        put(5, "a", "lost");
        lane.drop();
        put(5, "a", "5");
        assertEquals(List.of("a=1@5", "a=2@5", "a=3@5", "a=5@5", "a=4@6"), letAllGo());
    }

    @Test
    void shouldTakeBackWhatWasDoneSinceASavepoint() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            change(random);
            List<String> before = state();
            lane.save();
            change(random);
            if (random.nextBoolean()) {
                lane.rollback();
                assertEquals(before, state(), "seed " + seed);
            } else {
                lane.release();
            }
            commit();
            List<String> known = state();
            lane = lane();
            assertEquals(known, state(), "seed " + seed);
        }
    }

    private void change(Random random) {
        for (int i = 0; i < 10; i++) {
            if (random.nextInt(2) == 0 && !buffer().isEmpty()) {
                buffer().removeEarliest();
            } else {
                put(random.nextInt(8), "k" + random.nextInt(3), "v" + random.nextInt(1000));
            }
        }
    }

    /** What the buffer would let go, which is looked at in a savepoint. */
    private List<String> state() {
        lane.save();
        List<String> state = letAllGo();
        lane.rollback();
        return state;
    }
}
