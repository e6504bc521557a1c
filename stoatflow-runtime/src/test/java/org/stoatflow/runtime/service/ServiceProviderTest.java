package org.stoatflow.runtime.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

/** Here is no module that serves. */
class ServiceProviderTest {
    private static AbstractConfig config(Map<String, ?> values) {
        return new AbstractConfig(new ConfigDef(), values, false);
    }

    @Test
    void shouldSayWhatIsMissingWhereAPortIsSet() {
        ConfigException refused = assertThrows(
                ConfigException.class, () -> ServiceProvider.wanted(config(Map.of("stoatflow.http.port", 8080))));
        assertEquals(
                "Invalid value 8080 for configuration stoatflow.http.port: needs the module stoatflow-http, which is"
                        + " not on the class path: add it to the application's dependencies, or remove the key",
                refused.getMessage());
    }

    @Test
    void shouldWantNoneWithoutAPort() {
        assertEquals(Optional.empty(), ServiceProvider.wanted(config(Map.of())));
        assertEquals(Optional.empty(), ServiceProvider.wanted(config(Map.of("stoatflow.http.port", "-1"))));
    }
}
