package org.stoatflow.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.StreamsConfig;

class MeterRegistriesTest {
    @Test
    void shouldTakeTheGlobalRegistryWhereNoneIsGiven() {
        assertEquals(new MeterRegistries.Chosen(Metrics.globalRegistry, false), chosen(null));
    }

    @Test
    void shouldTakeARegistryThatIsGivenAndLeaveItOpen() {
        MeterRegistry given = new SimpleMeterRegistry();
        MeterRegistries.Chosen chosen = chosen(given);
        assertSame(given, chosen.registry());
        assertFalse(chosen.ours());
    }

    @Test
    void shouldMakeARegistryOfTheClassThatIsNamed() {
        for (Object value : new Object[] {SimpleMeterRegistry.class.getName(), SimpleMeterRegistry.class}) {
            MeterRegistries.Chosen chosen = chosen(value);
            assertInstanceOf(SimpleMeterRegistry.class, chosen.registry());
            assertTrue(chosen.ours());
        }
    }

    @Test
    void shouldNameTheKeyOfAValueThatIsNoRegistry() {
        for (Object value : new Object[] {"no.such.Class", "java.lang.Object", 17}) {
            ConfigException refused = assertThrows(ConfigException.class, () -> chosen(value));
            assertTrue(refused.getMessage().contains("stoatflow.meter.registry"), refused.getMessage());
        }
    }

    private static MeterRegistries.Chosen chosen(@Nullable Object value) {
        Map<String, Object> config = new HashMap<>(Map.of("application.id", "app", "bootstrap.servers", "localhost:1"));
        if (value != null) {
            config.put("stoatflow.meter.registry", value);
        }
        return MeterRegistries.of(new StreamsConfig(config));
    }
}
