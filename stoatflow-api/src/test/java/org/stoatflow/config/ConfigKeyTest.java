package org.stoatflow.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.RetriableErrors;

class ConfigKeyTest {
    private static AbstractConfig config(Object... entries) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            values.put((String) entries[i], entries[i + 1]);
        }
        return new AbstractConfig(new ConfigDef(), values, false);
    }

    private static String refusal(String key, Object value) {
        AbstractConfig config = config(key, value);
        return assertThrows(ConfigException.class, () -> StoatflowConfig.requireValid(config), key + "=" + value)
                .getMessage();
    }

    @Test
    void shouldListEachKeyOnceAndStartThemAlike() {
        Set<String> names = new HashSet<>();
        for (ConfigKey<?> key : StoatflowConfig.keys()) {
            assertTrue(key.key().startsWith(StoatflowConfig.PREFIX), key.key());
            assertTrue(names.add(key.key()), key.key());
        }
        long constants = Arrays.stream(StoatflowConfig.class.getFields())
                .filter(field -> ConfigKey.class.isAssignableFrom(field.getType()))
                .count();
        assertEquals(constants, names.size());
    }

    @Test
    void shouldReadEachDefaultAsIfItWereSet() {
        AbstractConfig none = config();
        for (ConfigKey<?> key : StoatflowConfig.keys()) {
            AbstractConfig set = config(key.key(), String.valueOf(key.defaultValue()));
            assertEquals(key.of(none), key.of(set), key.key());
            assertFalse(key.isSet(none), key.key());
            assertTrue(key.isSet(set), key.key());
        }
    }

    @Test
    void shouldReadTextsAndValuesAlike() {
        for (Object millis : List.of("1500", 1_500, 1_500L, " 1500 ")) {
            assertEquals(
                    Duration.ofMillis(1_500), StoatflowConfig.JOIN_WAIT.of(config("stoatflow.join.wait.ms", millis)));
        }
        for (Object rule : List.of(RetriableErrors.class, RetriableErrors.class.getName())) {
            assertEquals(RetriableErrors.class, StoatflowConfig.RETRY_ON.of(config("stoatflow.retry.on", rule)));
        }
        Object registry = new Object();
        assertSame(registry, StoatflowConfig.METER_REGISTRY.of(config("stoatflow.meter.registry", registry)));
        assertEquals("global", StoatflowConfig.METER_REGISTRY.of(config("stoatflow.meter.registry", " global ")));
    }

    /** Each is refused under its own name, with the value and with what would be right. */
    @Test
    void shouldRefuseWhatIsOfAnotherTypeOrOutOfRange() {
        Map<ConfigKey<?>, List<Object>> bad = Map.of(
                StoatflowConfig.COMMIT_FACTOR, List.of("often", 0, -1.0, "NaN"),
                StoatflowConfig.IN_FLIGHT_BYTES_MAX, List.of("8 MiB", 0, -1L, 1.5),
                StoatflowConfig.RESTARTS_MAX, List.of("many", -1, 1L << 40),
                StoatflowConfig.CLOSE_TIMEOUT, List.of("PT1S", -1, "-5"),
                StoatflowConfig.AFFINITY, List.of("SOMETIMES", "key"),
                StoatflowConfig.LANES, List.of("", 0, -2, 100_001),
                StoatflowConfig.RETRY_ON, List.of("no.such.Rule", 7));
        bad.forEach((key, values) -> values.forEach(value -> assertEquals(
                "Invalid value " + value + " for configuration " + key.key() + ": must be " + key.allowed(),
                refusal(key.key(), value))));
    }

    @Test
    void shouldSayWhatWouldBeRight() {
        assertEquals("a number greater than 0", StoatflowConfig.COMMIT_FACTOR.allowed());
        assertEquals("a whole number, 1 or more", StoatflowConfig.IN_FLIGHT_BYTES_MAX.allowed());
        assertEquals("a whole number of milliseconds, 0 or more", StoatflowConfig.CLOSE_TIMEOUT.allowed());
        assertEquals("one of [AUTO, KEY, PARTITION]", StoatflowConfig.AFFINITY.allowed());
    }

    @Test
    void shouldTakeTheValueOfTheNodeBeforeTheApplications() {
        AbstractConfig config =
                config("stoatflow.lanes", 7, "stoatflow.lanes.wide", "64", "stoatflow.lanes.as-many", -1);
        StoatflowConfig.requireValid(config);
        assertEquals(7, StoatflowConfig.LANES.of(config));
        assertEquals(64, StoatflowConfig.LANES.of(config, "wide"));
        assertEquals(-1, StoatflowConfig.LANES.of(config, "as-many"));
        assertEquals(7, StoatflowConfig.LANES.of(config, "other"));
        assertEquals(Set.of("as-many", "wide"), StoatflowConfig.LANES.nodes(config));
        assertEquals("stoatflow.lanes.wide", StoatflowConfig.LANES.key("wide"));
        assertTrue(refusal("stoatflow.lanes.wide", 0).contains("stoatflow.lanes.wide"));
    }

    @Test
    void shouldRefuseKeysThatThereAreNot() {
        assertRefused("stoatflow.lane", "Did you mean stoatflow.lanes?");
        assertRefused("stoatflow.join.wait.ms.node", "Did you mean stoatflow.join.wait.ms?");
        assertRefused("stoatflow.restart.max", "Did you mean stoatflow.restarts.max?");
        assertRefused("stoatflow.", "Remove it, or correct its name.");
        assertRefused("stoatflow.something.else.entirely", "Remove it, or correct its name.");
        StoatflowConfig.requireValid(config("stoatflows.own", 1));
    }

    private static void assertRefused(String unknown, String advice) {
        assertEquals(
                "Unknown configuration key '" + unknown + "': StoatFlow has none of that name. " + advice
                        + " docs/CONFIGURATION.md lists the keys.",
                refusal(unknown, 1));
    }
}
