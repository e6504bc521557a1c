package org.stoatflow.state.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.operator.CachedStore;
import org.stoatflow.state.CurrentRecord;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** What a cached row keeps of the record that wrote it counts with the row: a stranger chooses its headers. */
class CachedBytesTest {
    private static final int HEADER_BYTES = 10_000;
    private static final long CACHE_BYTES = 1 << 20;
    private static final StoreDescription STORE = new StoreDescription(
            "s",
            new StoreSettings.KeyValue(true),
            new InnerStore(true, true, null),
            new SerdeChoice(Serdes.String(), Serdes.String()),
            true,
            new ChangelogSettings(true, Map.of()));

    /** A record in process with headers, and bytes that are kept with its rows. */
    private static final class Heavy implements CurrentRecord {
        private Headers headers = new RecordHeaders();
        private long keptBytes;

        @Override
        public long timestamp() {
            return 1;
        }

        @Override
        public Headers headers() {
            return headers;
        }

        @Override
        public long keptForRowBytes() {
            return keptBytes;
        }
    }

    private final Heavy record = new Heavy();
    private final StateEngine engine = StateEngines.inMemory(List.of(STORE));
    private final LaneState lane =
            new LaneState(engine, List.of(STORE), record, TestStores.BYTES_BY_DEFAULT, CACHE_BYTES);

    @SuppressWarnings("unchecked")
    private final TimestampedKeyValueStore<String, String> store =
            (TimestampedKeyValueStore<String, String>) lane.store("s");

    private void put(String key) {
        store.put(key, ValueAndTimestamp.make("v", 1));
    }

    private static Headers heavy() {
        return new RecordHeaders().add("h", new byte[HEADER_BYTES]).add("null", null);
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldFlushBeforeHeadersTakeMoreThanTheCacheMay() {
        int[] flushed = new int[1];
        ((CachedStore<String, String>) store).setFlushListener(update -> flushed[0]++, false);
        record.headers = heavy();
        int rows = 0;
        long most = 0;
        while (flushed[0] == 0 && rows < 1_000) {
            put("k" + rows++);
            most = Math.max(most, lane.uncommittedBytes());
        }
        assertTrue(rows > 90 && rows <= CACHE_BYTES / HEADER_BYTES + 1, "rows in the cache: " + rows);
        assertEquals(rows, flushed[0]);
        assertTrue(most > CACHE_BYTES - 2 * HEADER_BYTES, "counted at most: " + most);
        assertTrue(lane.uncommittedBytes() < CACHE_BYTES / 2, "counted behind the flush: " + lane.uncommittedBytes());
    }

    @Test
    void shouldCountWhatARowIsWrittenByLastOnly() {
        put("a");
        long light = lane.uncommittedBytes();
        record.headers = heavy();
        put("a");
        put("a");
        long heavy = lane.uncommittedBytes() - light;
        assertTrue(heavy >= HEADER_BYTES && heavy < HEADER_BYTES + 500, "counted for headers: " + heavy);
        record.headers = new RecordHeaders();
        put("a");
        assertEquals(light, lane.uncommittedBytes());
    }

    @Test
    void shouldCountWhatTheLaneKeepsOfTheRecord() {
        put("a");
        long light = lane.uncommittedBytes();
        record.keptBytes = 5_000;
        put("a");
        assertEquals(light + 5_000, lane.uncommittedBytes());
    }

    @Test
    void shouldTakeHeadersBackWithASavepoint() {
        put("a");
        long light = lane.uncommittedBytes();
        lane.save();
        record.headers = heavy();
        put("a");
        put("b");
        lane.rollback();
        assertEquals(light, lane.uncommittedBytes());
        put("a");
        assertTrue(lane.uncommittedBytes() >= light + HEADER_BYTES);
        lane.flushCache("s");
        assertFalse(lane.isCacheDirty("s"));
    }
}
