package org.stoatflow.state;

import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;

/** Descriptions and environment of stores for tests. */
public final class TestStores {
    public static final SerdeDefaults BYTES_BY_DEFAULT =
            new SerdeDefaults(Serdes.Bytes(), Serdes.Bytes(), store -> "app-" + store + "-changelog");

    private TestStores() {}

    public static StoreDescription plain(String name) {
        return store(false, name, true, null, null);
    }

    public static StoreDescription timestamped(String name) {
        return store(true, name, true, null, null);
    }

    public static StoreDescription inMemory(String name) {
        return store(false, name, false, null, null);
    }

    public static StoreDescription store(
            boolean timestamped, String name, boolean persistent, Serde<?> key, Serde<?> value) {
        return store(new StoreSettings.KeyValue(timestamped), name, persistent, key, value);
    }

    /** A store of any kind; its rows have room for timestamps if its values have them. */
    public static StoreDescription store(
            StoreSettings settings, String name, boolean persistent, Serde<?> key, Serde<?> value) {
        return new StoreDescription(
                name,
                settings,
                new InnerStore(persistent, settings.timestamped(), null),
                new SerdeChoice(key, value),
                false,
                new ChangelogSettings(true, Map.of()));
    }

    /** A record in process whose timestamp the test sets. */
    public static final class ManualRecord implements CurrentRecord {
        public long timestamp;

        @Override
        public long timestamp() {
            return timestamp;
        }

        @Override
        public Headers headers() {
            return new RecordHeaders();
        }
    }
}
