package org.stoatflow.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.StreamsConfig;

class MemorySettingsTest {
    private static final long MIB = 1L << 20;

    @Test
    void shouldLeaveRocksWhatTheOthersDoNotTake() {
        MemorySettings settings = settings(Map.of("statestore.cache.max.bytes", 8 * MIB));

        assertEquals(240 * MIB, settings.rocks().memoryBytes());
        assertEquals(120 * MIB, settings.rocks().writeBuffersBytes());
        assertEquals(8 * MIB, settings.inFlightBytesMax());
    }

    @Test
    void shouldShareOutTheBoundThatIsSet() {
        MemorySettings settings = settings(Map.of(
                "stoatflow.memory.bytes.max", 1_024 * MIB,
                "stoatflow.in.flight.bytes.max", 100 * MIB,
                "statestore.cache.max.bytes", 24 * MIB));

        assertEquals(900 * MIB, settings.rocks().memoryBytes());
    }

    /** Caches of this size are common in applications that say nothing of our keys. */
    @Test
    void shouldGrowWithTheCachesWhereTheBoundIsNotSet() {
        MemorySettings settings = settings(Map.of("statestore.cache.max.bytes", 500 * MIB));

        assertEquals(128 * MIB, settings.rocks().memoryBytes());
        assertEquals(636 * MIB, settings.bytesMax());
    }

    @Test
    void shouldRefuseABoundThatTheOthersTake() {
        ConfigException refused = assertThrows(
                ConfigException.class,
                () -> settings(
                        Map.of("stoatflow.memory.bytes.max", 64 * MIB, "statestore.cache.max.bytes", 100 * MIB)));

        assertTrue(refused.getMessage().contains("at least " + 2 * 108 * MIB), refused.getMessage());
        assertTrue(refused.getMessage().contains("statestore.cache.max.bytes (" + 100 * MIB + ")"));
    }

    private static MemorySettings settings(Map<String, Object> given) {
        Map<String, Object> config = new HashMap<>(given);
        config.put("application.id", "app");
        config.put("bootstrap.servers", "none:1");
        return MemorySettings.of(new StreamsConfig(config));
    }
}
