package org.stoatflow.state.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.operator.CachedStore;
import org.stoatflow.operator.Change;
import org.stoatflow.state.CurrentRecord;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.Overlay;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

class RowCacheTest {
    private static final StoreDescription STORE = new StoreDescription(
            "s",
            new StoreSettings.KeyValue(true),
            new InnerStore(true, true, null),
            new SerdeChoice(Serdes.String(), Serdes.String()),
            true,
            new ChangelogSettings(true, Map.of()));

    /** A record in process whose offset is kept with cached rows. */
    private static final class Offsets implements CurrentRecord {
        long timestamp;
        Long offset = 0L;
        Headers headers = new RecordHeaders();

        @Override
        public long timestamp() {
            return timestamp;
        }

        @Override
        public Headers headers() {
            return headers;
        }

        @Override
        public Object keep() {
            return offset;
        }

        @Override
        public void resume(@Nullable Object kept) {
            offset = (Long) kept;
        }
    }

    private final Offsets record = new Offsets();
    private final StateEngine engine = StateEngines.inMemory(List.of(STORE));
    private final List<String> flushed = new ArrayList<>();
    private LaneState lane;

    @SuppressWarnings("unchecked")
    private TimestampedKeyValueStore<String, String> store(long cacheBytesMax) {
        lane = new LaneState(engine, List.of(STORE), record, TestStores.BYTES_BY_DEFAULT, cacheBytesMax);
        return (TimestampedKeyValueStore<String, String>) lane.store("s");
    }

    @SuppressWarnings("unchecked")
    private TimestampedKeyValueStore<String, String> listened(long cacheBytesMax, boolean sendOldValues) {
        TimestampedKeyValueStore<String, String> store = store(cacheBytesMax);
        assertTrue(((CachedStore<String, String>) store).setFlushListener(this::onFlush, sendOldValues));
        return store;
    }

    private void onFlush(Record<String, Change<ValueAndTimestamp<String>>> update) {
        flushed.add(update.key() + "=" + text(update.value().newValue()) + "<-"
                + text(update.value().oldValue()) + "@" + update.timestamp() + " offset " + record.offset);
    }

    private static @Nullable String text(ValueAndTimestamp<String> value) {
        return value == null ? null : value.value();
    }

    private static ValueAndTimestamp<String> value(String value) {
        return ValueAndTimestamp.make(value, 1);
    }

    private List<String> sealed() {
        List<String> log = new ArrayList<>();
        lane.seal((id, partition, key, value, timestamp, headers) ->
                log.add(new String(key) + "=" + (value == null ? null : new String(value)) + "@" + timestamp));
        return log;
    }

    private void at(long time) {
        record.timestamp = time;
        record.offset = time * 10;
    }

    @Test
    void shouldMergeUpdatesAndFlushInOrderOfLastWrites() {
        TimestampedKeyValueStore<String, String> store = listened(1 << 20, true);
        at(1);
        store.put("a", value("a1"));
        store.put("b", value("b1"));
        at(2);
        store.put("c", value("c1"));
        store.put("a", value("a2"));
        assertEquals(List.of(), flushed);
        assertTrue(lane.isCacheDirty("s"));
        assertEquals("a2", store.get("a").value());
        assertThrows(IllegalStateException.class, this::sealed);
        at(9);
        lane.flushCache("s");
        assertEquals(90L, record.offset, "the record in process is current again");
        assertEquals(List.of("b=b1<-null@1 offset 10", "c=c1<-null@2 offset 20", "a=a2<-null@2 offset 20"), flushed);
        assertFalse(lane.isCacheDirty("s"));
        assertEquals(List.of("b=b1@1", "c=c1@1", "a=a2@1"), sealed());
    }

    @Test
    void shouldSendAsOldValueWhatWasFlushedLast() {
        TimestampedKeyValueStore<String, String> store = listened(1 << 20, true);
        store.put("a", value("1"));
        lane.flushCache("s");
        store.put("a", value("2"));
        store.put("a", value("3"));
        lane.flushCache("s");
        at(5);
        store.delete("a");
        lane.flushCache("s");
        assertEquals(List.of("a=1<-null@0 offset 0", "a=3<-1@0 offset 0", "a=null<-3@5 offset 50"), flushed);
        assertEquals(List.of("a=null@5"), sealed());
    }

    @Test
    void shouldSendNoOldValueWhereNobodyWantsIt() {
        TimestampedKeyValueStore<String, String> store = listened(1 << 20, false);
        store.put("a", value("1"));
        lane.flushCache("s");
        store.delete("a");
        lane.flushCache("s");
        assertEquals(List.of("a=1<-null@0 offset 0", "a=null<-null@0 offset 0"), flushed);
    }

    @Test
    void shouldLeaveNothingOfAKeyThatWasDeletedBeforeItWasFlushed() {
        TimestampedKeyValueStore<String, String> store = listened(1 << 20, true);
        store.put("a", value("1"));
        assertEquals("1", store.delete("a").value());
        assertNull(store.get("a"));
        lane.flushCache("s");
        assertEquals(List.of(), flushed);
        assertEquals(List.of(), sealed());
    }

    @Test
    void shouldWriteDeletesWhereNobodyListens() {
        TimestampedKeyValueStore<String, String> store = store(1 << 20);
        store.delete("never");
        lane.flushCache("s");
        assertEquals(List.of("never=null@0"), sealed());
    }

    @Test
    void shouldFlushAllWhenTheCachesTakeTooMuch() {
        TimestampedKeyValueStore<String, String> store = listened(3 * Overlay.ENTRY_OVERHEAD_BYTES, true);
        store.put("a", value("1"));
        store.put("b", value("1"));
        assertEquals(0, flushed.size());
        store.put("c", value("1"));
        assertEquals(3, flushed.size());
        assertFalse(lane.isCacheDirty("s"));
        listened(0, true).put("d", value("1"));
        assertEquals(4, flushed.size());
    }

    @Test
    void shouldKeepHeadersOfTheLastUpdate() {
        TimestampedKeyValueStore<String, String> store = store(1 << 20);
        record.headers = new RecordHeaders().add("h", new byte[] {1});
        store.put("a", value("1"));
        record.headers = new RecordHeaders();
        List<Headers> seen = new ArrayList<>();
        @SuppressWarnings("unchecked")
        CachedStore<String, String> cached = (CachedStore<String, String>) store;
        cached.setFlushListener(update -> seen.add(update.headers()), false);
        lane.flushCache("s");
        assertEquals(1, seen.getFirst().lastHeader("h").value()[0]);
    }

    @Test
    void shouldShowWhatIsStillToBeFlushedToItsListener() {
        TimestampedKeyValueStore<String, String> store = store(1 << 20);
        @SuppressWarnings("unchecked")
        CachedStore<String, String> cached = (CachedStore<String, String>) store;
        List<String> seen = new ArrayList<>();
        cached.setFlushListener(
                update -> {
                    try (KeyValueIterator<String, ValueAndTimestamp<String>> rows = store.all()) {
                        rows.forEachRemaining(row -> seen.add(row.key + row.value.value()));
                    }
                    seen.add(store.get("b").value());
                    if (update.key().equals("a")) {
                        store.put("again", value("!"));
                    }
                },
                false);
        store.put("a", value("1"));
        store.put("b", value("2"));
        lane.flushCache("s");
        assertEquals(List.of("a1", "b2", "2", "a1", "again!", "b2", "2", "a1", "again!", "b2", "2"), seen);
        assertFalse(lane.isCacheDirty("s"));
    }

    @Test
    void shouldStopAFlushThatNeverEnds() {
        TimestampedKeyValueStore<String, String> store = store(1 << 20);
        @SuppressWarnings("unchecked")
        CachedStore<String, String> cached = (CachedStore<String, String>) store;
        cached.setFlushListener(update -> store.put(update.key(), value("again")), false);
        store.put("a", value("1"));
        assertThrows(IllegalStateException.class, () -> lane.flushCache("s"));
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldSayThatNothingIsCached() {
        lane = new LaneState(engine, List.of(STORE), record, TestStores.BYTES_BY_DEFAULT);
        assertFalse(((CachedStore<String, String>) lane.store("s")).setFlushListener(this::onFlush, true));
        assertFalse(lane.isCacheDirty("s"));
        lane.flushCache("s");
    }

    /** The model is {@code NamedCache}: a linked map in which a key that is written again goes to the end. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldBehaveAsItsModel(long seed) {
        Random random = new Random(seed);
        TimestampedKeyValueStore<String, String> store = listened(1 << 20, true);
        Map<String, String> dirty = new LinkedHashMap<>();
        TreeMap<String, String> below = new TreeMap<>();
        List<String> expected = new ArrayList<>();
        for (int step = 0; step < 5_000; step++) {
            String key = "k" + random.nextInt(20);
            int choice = random.nextInt(100);
            if (choice < 70) {
                String value = choice < 15 ? null : "v" + step;
                store.put(key, value == null ? null : value(value));
                dirty.remove(key);
                dirty.put(key, value);
            } else if (choice < 80) {
                assertEquals(dirty.containsKey(key) ? dirty.get(key) : below.get(key), text(store.get(key)));
            } else if (choice < 85) {
                Map<String, String> rows = new TreeMap<>(below);
                dirty.forEach((at, value) -> {
                    rows.remove(at);
                    if (value != null) {
                        rows.put(at, value);
                    }
                });
                Map<String, String> read = new TreeMap<>();
                try (KeyValueIterator<String, ValueAndTimestamp<String>> all = store.all()) {
                    all.forEachRemaining(row -> read.put(row.key, row.value.value()));
                }
                assertEquals(rows, read);
            } else if (choice < 95) {
                for (Map.Entry<String, String> row : dirty.entrySet()) {
                    String old = row.getValue() == null
                            ? below.remove(row.getKey())
                            : below.put(row.getKey(), row.getValue());
                    if (row.getValue() != null || old != null) {
                        expected.add(row.getKey() + "=" + row.getValue() + "<-" + old + "@0 offset 0");
                    }
                }
                dirty.clear();
                lane.flushCache("s");
                assertEquals(expected, flushed);
            } else if (choice < 97) {
                lane.flushCache("s");
                flushed.clear();
                expected.clear();
                dirty.forEach((at, value) -> {
                    if (value != null) {
                        below.put(at, value);
                    } else {
                        below.remove(at);
                    }
                });
                dirty.clear();
                sealed();
            }
        }
    }

    @Test
    void shouldTakeBackWritesOfASavepoint() {
        TimestampedKeyValueStore<String, String> store = listened(1 << 20, true);
        at(1);
        store.put("a", value("a1"));
        store.put("b", value("b1"));
        long bytes = lane.uncommittedBytes();
        lane.save();
        at(2);
        store.put("a", value("a2"));
        store.put("new", value("n"));
        store.delete("b");
        store.put("a", value("a3"));
        lane.rollback();
        assertEquals(bytes, lane.uncommittedBytes());
        assertEquals("a1", store.get("a").value());
        assertNull(store.get("new"));
        lane.flushCache("s");
        assertEquals(List.of("a=a1<-null@1 offset 10", "b=b1<-null@1 offset 10"), flushed);
        assertEquals(List.of("a=a1@1", "b=b1@1"), sealed());
    }

    @Test
    void shouldTakeBackManyWritesToFewKeysOfASavepoint() {
        TimestampedKeyValueStore<String, String> store = listened(1 << 20, true);
        at(1);
        store.put("a", value("a1"));
        store.put("b", value("b1"));
        lane.save();
        for (int i = 0; i < 1_000; i++) {
            store.put(i % 2 == 0 ? "a" : "c" + i % 7, value("x"));
        }
        lane.rollback();
        at(3);
        store.put("c1", value("c"));
        lane.flushCache("s");
        assertEquals(List.of("a=a1<-null@1 offset 10", "b=b1<-null@1 offset 10", "c1=c<-null@3 offset 30"), flushed);
    }

    @Test
    void shouldFlushRowsOfBeforeTheSavepointOnlyAfterIt() {
        TimestampedKeyValueStore<String, String> store = listened(2 * Overlay.ENTRY_OVERHEAD_BYTES, true);
        store.put("z", value("0"));
        lane.save();
        store.put("a", value("1"));
        store.put("a", value("2"));
        assertEquals(List.of(), flushed);
        lane.release();
        assertEquals(List.of("z=0<-null@0 offset 0", "a=2<-null@0 offset 0"), flushed);
        store.put("y", value("0"));
        lane.save();
        store.put("a", value("3"));
        lane.rollback();
        assertEquals(2, flushed.size());
        assertEquals("2", store.get("a").value());
        lane.flushCache("s");
        assertEquals("y=0<-null@0 offset 0", flushed.getLast());
    }

    @Test
    void shouldFlushRowsOfTheSavepointWithinItAndTakeThatBackToo() {
        TimestampedKeyValueStore<String, String> store = listened(0, true);
        store.put("a", value("0"));
        lane.save();
        store.put("a", value("1"));
        store.put("b", value("1"));
        assertEquals(3, flushed.size());
        lane.rollback();
        assertFalse(lane.isCacheDirty("s"));
        assertEquals("0", store.get("a").value());
        assertNull(store.get("b"));
        assertEquals(List.of("a=0@1"), sealed());
    }

    @Test
    void shouldNotSealWithinASavepoint() {
        store(0);
        lane.save();
        assertThrows(IllegalStateException.class, this::sealed);
    }
}
