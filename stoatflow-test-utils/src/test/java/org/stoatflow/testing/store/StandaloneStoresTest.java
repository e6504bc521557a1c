package org.stoatflow.testing.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.processor.api.MockProcessorContext;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** Stores that a test makes by itself. */
class StandaloneStoresTest {
    private final MockProcessorContext<String, String> context = new MockProcessorContext<>();

    private static StoreBuilder<KeyValueStore<String, String>> builder() {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("s"), Serdes.String(), Serdes.String());
    }

    @Test
    void shouldKeepRowsBetweenInitAndClose() {
        KeyValueStore<String, String> store = builder().build();
        assertFalse(store.isOpen());
        assertTrue(store.persistent());
        assertThrows(InvalidStateStoreException.class, () -> store.get("a"));
        store.init(context.getStateStoreContext(), store);
        store.put("a", "1");
        store.commit(Map.of());
        assertEquals("1", store.get("a"));
        assertSame(store, context.getStateStore("s"));
        assertThrows(IllegalStateException.class, () -> store.init(context.getStateStoreContext(), store));
        store.close();
        store.close();
        assertThrows(InvalidStateStoreException.class, () -> store.put("a", "2"));
    }

    @Test
    void shouldBeginEmpty() {
        KeyValueStore<String, String> one = builder().build();
        KeyValueStore<String, String> other = builder().build();
        one.init(context.getStateStoreContext(), one);
        other.init(context.getStateStoreContext(), other);
        one.put("a", "1");
        assertFalse(other.all().hasNext());
        assertNotEquals(one, other);
        assertEquals(one, one);
    }

    @Test
    void shouldThrowWhatTheStoreThrows() {
        KeyValueStore<String, String> store = builder().build();
        store.init(context.getStateStoreContext(), store);
        assertThrows(NullPointerException.class, () -> store.put(null, "1"));
    }

    @Test
    void shouldNeedSerdes() {
        KeyValueStore<String, String> store = Stores.<String, String>keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("s"), null, null)
                .build();
        assertThrows(ConfigException.class, () -> store.init(context.getStateStoreContext(), store));
    }

    @Test
    void shouldMakeTheInnerStoreOfASupplier() {
        KeyValueStore<Bytes, byte[]> store = Stores.inMemoryKeyValueStore("s").get();
        store.init(context.getStateStoreContext(), store);
        store.put(Bytes.wrap(new byte[] {1}), new byte[] {2});
        assertArrayEquals(new byte[] {2}, store.get(Bytes.wrap(new byte[] {1})));
    }
}
