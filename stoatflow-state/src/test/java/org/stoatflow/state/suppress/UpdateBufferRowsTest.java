package org.stoatflow.state.suppress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.HeldRecord;
import org.stoatflow.operator.UpdateBuffer;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.api.Record;

/** Updates wait in the order of time and key, over savepoints, epochs and restarts. */
class UpdateBufferRowsTest {
    private static final StoreDescription STORE =
            TestStores.store(new StoreSettings.Buffer(), "held", false, Serdes.String(), Serdes.String());
    private static final UpdatePlace PLACE = new UpdatePlace("in", 3, 5);

    private final StateEngine engine = StateEngines.inMemory(List.of(STORE));
    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private final List<String> log = new ArrayList<>();
    private LaneState lane = lane();

    private LaneState lane() {
        LaneState made = new LaneState(engine, List.of(STORE), record, TestStores.BYTES_BY_DEFAULT);
        made.partition(3);
        return made;
    }

    @SuppressWarnings("unchecked") // the store is described above
    private UpdateBuffer<String, String> buffer() {
        return (UpdateBuffer<String, String>) lane.store("held");
    }

    private void put(long timeMs, String key, @Nullable String newValue, @Nullable String oldValue) {
        Headers headers = new RecordHeaders().add("h", new byte[2]);
        buffer().put(timeMs, new Record<>(key, new Change<>(newValue, oldValue), timeMs, headers), PLACE);
    }

    private void commit() {
        SealedState sealed = lane.seal((store, partition, key, value, timestamp, headers) -> {
            assertEquals(3, partition);
            assertEquals(ChangelogCollector.NO_TIMESTAMP, timestamp);
            assertEquals(value == null ? null : ChangelogVersions.CURRENT, headers);
            log.add(new String(key, StandardCharsets.UTF_8) + (value == null ? " goes" : " waits"));
        });
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }

    private List<String> letAllGo() {
        List<String> gone = new ArrayList<>();
        while (buffer().size() > 0) {
            HeldRecord<String, Change<String>> update = buffer().earliest();
            assertEquals(PLACE, update.origin());
            gone.add(update.key() + "=" + update.value().newValue() + "/"
                    + update.value().oldValue() + "@" + update.timestamp());
            buffer().removeEarliest();
        }
        assertEquals(0, buffer().bytes());
        assertThrows(NoSuchElementException.class, () -> buffer().earliestMs());
        return gone;
    }

    @Test
    void shouldLetUpdatesGoByTimeAndKey() {
        put(7, "b", "1", null);
        put(5, "c", "2", null);
        put(7, "a", "3", null);
        put(20, "c", "4", "2");
        assertEquals(5, buffer().earliestMs());
        assertEquals(List.of("c=4/2@20", "a=3/null@7", "b=1/null@7"), letAllGo());
        assertThrows(NoSuchElementException.class, () -> buffer().earliest());
    }

    @Test
    void shouldShowWhatARowWasBefore() {
        put(5, "a", "2", "1");
        put(6, "a", null, "2");
        put(6, "b", "1", null);
        assertTrue(buffer().holds("a"));
        assertEquals("1", buffer().valueBefore());
        assertTrue(buffer().holds("b"));
        assertNull(buffer().valueBefore());
        assertFalse(buffer().holds("c"));
        assertThrows(NoSuchElementException.class, () -> buffer().valueBefore());
    }

    @Test
    void shouldCountBytesAsKafkaStreamsDoes() {
        put(5, "key", "new", "old");
        // time, timestamp, offset; partition; topic; header; key; the old value is the one before
        long first = 3 * 8 + 4 + 2 + 3 + 3 + 3 + 3;
        assertEquals(first, buffer().bytes());
        put(6, "key", "newer", "new");
        assertEquals(first + 2 + 3, buffer().bytes());
        put(6, "other", "1", null);
        assertEquals(first + 2 + 3 + first - 3 - 3 - 3 + 5 + 1, buffer().bytes());
    }

    @Test
    void shouldLogWhatWaitsAndWhatIsGone() {
        put(5, "a", "1", null);
        put(6, "b", "1", null);
        buffer().removeEarliest();
        commit();
        letAllGo();
        commit();
        assertEquals(List.of("a goes", "b waits", "b goes"), log);
    }

    @Test
    void shouldKnowTheOrderAfterARestart() {
        put(7, "b", "1", null);
        put(5, "c", "2", null);
        commit();
        put(1, "lost", "3", null);
        long bytes = buffer().bytes();
        lane.drop();
        assertEquals(2, buffer().size());
        lane = lane();
        put(1, "lost", "3", null);
        assertEquals(bytes, buffer().bytes());
        assertEquals(List.of("lost=3/null@1", "c=2/null@5", "b=1/null@7"), letAllGo());
    }

    @Test
    void shouldTakeBackWhatWasDoneSinceASavepoint() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            change(random, 10);
            List<String> before = state();
            lane.save();
            change(random, 10);
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

    private void change(Random random, int times) {
        for (int i = 0; i < times; i++) {
            if (random.nextInt(3) == 0 && buffer().size() > 0) {
                buffer().removeEarliest();
            } else {
                put(random.nextInt(8), "k" + random.nextInt(12), "v" + random.nextInt(1000), null);
            }
        }
    }

    /** What the buffer says of itself. What it would let go is looked at in a savepoint. */
    private List<String> state() {
        List<String> state = new ArrayList<>();
        state.add(buffer().size() + " " + buffer().bytes());
        lane.save();
        while (buffer().size() > 0) {
            HeldRecord<String, Change<String>> update = buffer().earliest();
            state.add(buffer().earliestMs() + " " + update.key()
                    + Objects.toString(update.value().newValue()));
            buffer().removeEarliest();
        }
        lane.rollback();
        return state;
    }
}
