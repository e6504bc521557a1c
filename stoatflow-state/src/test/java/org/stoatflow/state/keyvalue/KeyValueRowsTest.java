package org.stoatflow.state.keyvalue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.overlay.StoreLayers;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.VersionedKeyValueStore;

class KeyValueRowsTest {
    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private LaneState lane;
    private StateEngine engine;

    private LaneState lane(StoreDescription store) {
        engine = StateEngines.inMemory(List.of(store));
        lane = new LaneState(engine, List.of(store), record, TestStores.BYTES_BY_DEFAULT);
        return lane;
    }

    @SuppressWarnings("unchecked")
    private <K, V> KeyValueStore<K, V> store(Serde<?> key, Serde<?> value) {
        return (KeyValueStore<K, V>)
                lane(TestStores.store(false, "s", true, key, value)).store("s");
    }

    @Test
    void shouldRefuseNullKeys() {
        KeyValueStore<String, String> store = store(Serdes.String(), Serdes.String());
        assertThrows(NullPointerException.class, () -> store.get(null));
        assertThrows(NullPointerException.class, () -> store.put(null, "v"));
        assertThrows(NullPointerException.class, () -> store.putIfAbsent(null, "v"));
        assertThrows(NullPointerException.class, () -> store.delete(null));
        assertThrows(NullPointerException.class, () -> store.prefixScan(null, new StringSerializer()));
        assertThrows(
                NullPointerException.class,
                () -> store.putAll(List.of(KeyValue.pair("a", "v"), KeyValue.pair(null, "v"))));
        assertNull(store.get("a"), "putAll checks all keys before it writes any");
    }

    @Test
    void shouldNameStoreClassAndSerializerWhereTheyDoNotFit() {
        KeyValueStore<Object, Object> store = store(Serdes.String(), Serdes.Long());
        StreamsException key = assertThrows(StreamsException.class, () -> store.put(5, 1L));
        assertTrue(key.getMessage().startsWith("Store s:"), key.getMessage());
        assertTrue(key.getMessage().contains("key type: java.lang.Integer"), key.getMessage());
        assertTrue(key.getMessage().contains("StringSerializer"), key.getMessage());
        assertTrue(key.getMessage().contains("default.key.serde"), key.getMessage());
        StreamsException value = assertThrows(StreamsException.class, () -> store.put("k", "v"));
        assertTrue(value.getMessage().contains("value type: java.lang.String"), value.getMessage());
    }

    @Test
    void shouldRefuseAStoreWithoutSerdes() {
        StoreDescription store = TestStores.plain("s");
        StateEngine committed = StateEngines.inMemory(List.of(store));
        SerdeDefaults none = new SerdeDefaults(null, Serdes.String(), name -> name);
        StreamsException refused =
                assertThrows(StreamsException.class, () -> new LaneState(committed, List.of(store), record, none));
        assertTrue(refused.getMessage().contains("default.key.serde"), refused.getMessage());
    }

    @Test
    void shouldLeaveItsLifeToTheEngineAndRefuseUseAfterClose() {
        KeyValueStore<String, String> store = store(Serdes.String(), Serdes.String());
        store.put("a", "v");
        KeyValueIterator<String, String> open = store.all();
        assertThrows(UnsupportedOperationException.class, store::close);
        assertThrows(UnsupportedOperationException.class, () -> store.init(null, store));
        assertThrows(UnsupportedOperationException.class, () -> store.commit(Map.of()));
        assertTrue(store.isOpen());
        lane.close();
        assertFalse(store.isOpen());
        assertThrows(InvalidStateStoreException.class, () -> store.get("a"));
        assertThrows(InvalidStateStoreException.class, () -> store.put("a", "v"));
        assertThrows(InvalidStateStoreException.class, store::all);
        assertThrows(InvalidStateStoreException.class, store::approximateNumEntries);
        assertThrows(InvalidStateStoreException.class, open::hasNext);
    }

    @Test
    void shouldRefuseUseOfAnIteratorAfterCloseAndRemove() {
        KeyValueStore<String, String> store = store(Serdes.String(), Serdes.String());
        store.put("a", "1");
        store.put("b", "2");
        KeyValueIterator<String, String> rows = store.all();
        assertEquals("a", rows.peekNextKey());
        assertEquals(KeyValue.pair("a", "1"), rows.next());
        assertThrows(UnsupportedOperationException.class, rows::remove);
        assertTrue(rows.hasNext());
        rows.close();
        rows.close();
        assertThrows(InvalidStateStoreException.class, rows::hasNext);
        assertThrows(InvalidStateStoreException.class, rows::next);
        assertThrows(InvalidStateStoreException.class, rows::peekNextKey);
        KeyValueIterator<String, String> atEnd = store.range("c", null);
        assertFalse(atEnd.hasNext());
        assertThrows(NoSuchElementException.class, atEnd::next);
        assertThrows(NoSuchElementException.class, atEnd::peekNextKey);
    }

    @Test
    void shouldCloseTheOldestOfTooManyIterators() {
        KeyValueStore<String, String> store = store(Serdes.String(), Serdes.String());
        store.put("a", "1");
        KeyValueIterator<String, String> oldest = store.all();
        KeyValueIterator<String, String> next = store.all();
        for (int i = 0; i < StoreLayers.OPEN_CURSORS_MAX * 2; i++) {
            store.all().forEachRemaining(row -> {}); // read to their ends, these need no close
        }
        for (int i = 2; i < StoreLayers.OPEN_CURSORS_MAX; i++) {
            store.all();
        }
        assertTrue(oldest.hasNext());
        store.all();
        InvalidStateStoreException refused = assertThrows(InvalidStateStoreException.class, oldest::hasNext);
        assertTrue(refused.getMessage().contains("oldest of more than 10000"), refused.getMessage());
        assertTrue(next.hasNext());
        lane.drop();
        assertThrows(InvalidStateStoreException.class, next::hasNext);
        store.all().close();
    }

    /** Reads what begins with x as null. */
    private static Serde<String> unread() {
        return Serdes.serdeFrom(
                Serdes.String().serializer(),
                (topic, bytes) -> bytes[0] == 'x' ? null : new String(bytes, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    @SuppressWarnings("unchecked") // as the store is described
    void shouldShowRowsWhoseValuesAreReadAsNull(boolean timestamped, boolean persistent) {
        StateStore made = lane(TestStores.store(timestamped, "s", persistent, Serdes.String(), unread()))
                .store("s");
        if (timestamped) {
            ((KeyValueStore<String, Object>) made).put("a", ValueAndTimestamp.make("x", 1));
        } else {
            ((KeyValueStore<String, Object>) made).put("a", "x");
        }
        KeyValueStore<String, Object> store = (KeyValueStore<String, Object>) made;
        assertNull(store.get("a"));
        try (KeyValueIterator<String, Object> rows = store.all()) {
            assertEquals("a", rows.peekNextKey());
            assertEquals(new KeyValue<>("a", null), rows.next());
            assertFalse(rows.hasNext());
        }
    }

    @Test
    @SuppressWarnings("unchecked") // as the store is described
    void shouldShowNoVersionWhoseValueIsReadAsNull() {
        StoreSettings versions = new StoreSettings.Versioned(1_000, 500);
        VersionedKeyValueStore<String, String> store = (VersionedKeyValueStore<String, String>)
                lane(TestStores.store(versions, "s", true, Serdes.String(), unread()))
                        .store("s");
        store.put("a", "x", 1);
        assertNull(store.get("a"));
        assertNull(store.get("a", 1));
    }

    @Test
    void shouldAllowToDeleteWhileIterating() {
        KeyValueStore<String, String> store = store(Serdes.String(), Serdes.String());
        for (char c = 'a'; c < 'k'; c++) {
            store.put("" + c, "v");
        }
        List<String> seen = new ArrayList<>();
        try (KeyValueIterator<String, String> rows = store.all()) {
            rows.forEachRemaining(row -> {
                seen.add(row.key);
                store.delete(row.key);
                store.put("z" + row.key, "new");
            });
        }
        assertEquals(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"), seen);
        assertEquals(10, store.approximateNumEntries());
    }

    @Test
    void shouldSayHowManyBytesAreNotCommitted() {
        KeyValueStore<String, String> store = store(Serdes.String(), Serdes.String());
        assertEquals(0, store.approximateNumUncommittedBytes());
        store.put("key", "value");
        long written = store.approximateNumUncommittedBytes();
        assertTrue(written >= 8, "bytes=" + written);
        SealedState sealed = lane.seal((id, partition, key, value, timestamp, headers) -> {});
        store.put("key", "value");
        assertEquals(2 * written, store.approximateNumUncommittedBytes());
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
        assertEquals(written, store.approximateNumUncommittedBytes());
        lane.close();
        assertThrows(InvalidStateStoreException.class, store::approximateNumUncommittedBytes);
    }

    @Test
    void shouldKeepItsBytesWhenUsersChangeTheirArrays() {
        KeyValueStore<byte[], byte[]> store = store(Serdes.ByteArray(), Serdes.ByteArray());
        byte[] key = {1};
        byte[] value = {2};
        store.put(key, value);
        key[0] = 9;
        value[0] = 9;
        byte[] read = store.get(new byte[] {1});
        assertArrayEquals(new byte[] {2}, read);
        read[0] = 9;
        assertArrayEquals(new byte[] {2}, store.get(new byte[] {1}));
    }

    @Test
    void shouldUseTheMemoOnlyForTheVeryKeyAndACanonicalSerializer() {
        KeyValueStore<String, String> store = store(Serdes.String(), Serdes.String());
        String key = new String("key");
        lane.keyMemo(key, new byte[] {'m'});
        store.put(key, "v");
        assertEquals("v", store.get("m"), "bytes of the memo");
        assertNull(store.get(new String("key")), "an equal key is another object");
        KeyValueStore<Integer, String> numbers = store(Serdes.Integer(), Serdes.String());
        Integer number = 1_000;
        lane.keyMemo(number, new byte[] {0, 0, 3, (byte) 0xe8});
        numbers.put(number, "v");
        assertEquals("v", numbers.get(1_000));
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldLogPlainValuesWithTheirTimestamps() {
        TimestampedKeyValueStore<String, String> store = (TimestampedKeyValueStore<String, String>)
                lane(TestStores.store(true, "s", true, Serdes.String(), Serdes.String()))
                        .store("s");
        record.timestamp = 5;
        lane.partition(3);
        store.put("b", ValueAndTimestamp.make("x", 100));
        store.put("a", ValueAndTimestamp.make("y", 200));
        store.delete("never");
        store.put("b", ValueAndTimestamp.make("z", 50));
        List<String> log = new ArrayList<>();
        SealedState sealed = lane.seal((id, partition, key, value, timestamp, headers) -> log.add(partition + " "
                + new String(key) + "=" + (value == null ? null : new String(value)) + "@" + timestamp));
        assertEquals(List.of("3 b=z@50", "3 a=y@200", "3 never=null@5"), log);
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
        assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 0, 0, 50, 'z'}, engine.get(0, 3, new byte[] {'b'}));
        assertEquals(ValueAndTimestamp.make("z", 50), store.get("b"));
        assertTrue(
                lane.seal((id, partition, key, value, timestamp, headers) -> {}).isEmpty());
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldReadNoTimestampBackWhereTheRowsHaveNone() {
        StoreDescription store = new StoreDescription(
                "s",
                new StoreSettings.KeyValue(true),
                new InnerStore(true, false, null),
                new SerdeChoice(Serdes.String(), Serdes.String()),
                false,
                new ChangelogSettings(true, Map.of()));
        TimestampedKeyValueStore<String, String> typed =
                (TimestampedKeyValueStore<String, String>) lane(store).store("s");
        typed.put("a", ValueAndTimestamp.make("v", 7));
        assertEquals(-1, typed.get("a").timestamp());
        lane.seal((id, partition, key, value, timestamp, headers) -> assertEquals(7, timestamp));
        assertEquals(-1, typed.get("a").timestamp());
        try (KeyValueIterator<String, ValueAndTimestamp<String>> rows = typed.all()) {
            assertEquals(-1, rows.next().value.timestamp());
        }
    }

    @Test
    void shouldWriteNoChangelogForStoresWithoutLogging() {
        StoreDescription store = new StoreDescription(
                "s",
                new StoreSettings.KeyValue(false),
                new InnerStore(true, false, null),
                new SerdeChoice(Serdes.String(), Serdes.String()),
                false,
                new ChangelogSettings(false, Map.of()));
        @SuppressWarnings("unchecked")
        KeyValueStore<String, String> typed =
                (KeyValueStore<String, String>) lane(store).store("s");
        typed.put("a", "v");
        SealedState sealed = lane.seal((id, partition, key, value, timestamp, headers) -> {
            throw new AssertionError("logged");
        });
        assertFalse(sealed.isEmpty());
        assertTrue(sealed.bytes() > 0);
    }
}
