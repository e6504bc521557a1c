package org.stoatflow.kernel.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.counters.SampledKey;
import org.stoatflow.streams.StreamsConfig;

class ShownKeysTest {
    private static final byte[] KEY = "ann@example.org".getBytes(StandardCharsets.UTF_8);
    private static final byte[] LONG_KEY = "ann@example.org".repeat(100).getBytes(StandardCharsets.UTF_8);

    private static ShownKeys shown(String form) {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        if (form != null) {
            config.put("stoatflow.keys.shown", form);
        }
        return ShownKeys.of(new StreamsConfig(config));
    }

    private static String text(ShownKeys shown, byte[] key) {
        return shown.of(new StringDeserializer(), "topic", key);
    }

    @Test
    void shouldShowWhichKeysAreEqualAndNothingElseByDefault() {
        ShownKeys shown = shown(null);
        String text = text(shown, KEY);
        assertTrue(text.matches("#[0-9a-f]{8}"), text);
        assertEquals(text, shown.of(KEY));
        assertEquals(text, shown.ofObject("ann@example.org"));
        assertEquals(text, shown.of(new StringDeserializer(), "topic", SampledKey.of(KEY)));
        assertNotEquals(text, text(shown, LONG_KEY));
        assertEquals(text(shown, LONG_KEY), shown.of(new StringDeserializer(), "topic", SampledKey.of(LONG_KEY)));
        assertEquals("none", shown.ofObject(null));
    }

    /** Else who knows all account numbers could look for the one that gives the hash. */
    @Test
    void shouldHashAnotherWayInEachApplication() {
        assertNotEquals(text(shown("hash"), KEY), text(shown("hash"), KEY));
    }

    @Test
    void shouldShowTextWhereAskedTo() {
        ShownKeys shown = shown("text");
        assertEquals("\"ann@example.org\"", text(shown, KEY));
        assertEquals("ännchen", shown.ofObject("ännchen"));
        String cut = shown.of(new StringDeserializer(), "topic", SampledKey.of(LONG_KEY));
        assertTrue(cut.startsWith("ann@") && cut.endsWith("… (1500 bytes)") && cut.length() < 120, cut);
    }

    @Test
    void shouldShowNothingWhereAskedTo() {
        assertEquals("(not shown)", text(shown("none"), KEY));
        assertEquals("(not shown)", shown("none").ofObject("ann@example.org"));
    }
}
