package org.stoatflow.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** A service's registry has all meters, and changes nothing of the user's, which may be a composite with filters. */
class ServedRegistryTest {
    private static final String RESTARTS = "stoatflow.restarts";
    private static final String FAILURES = "stoatflow.failures";

    private final CompositeMeterRegistry users = new CompositeMeterRegistry();
    private final MeterRegistry leaf = new SimpleMeterRegistry();
    private final MeterRegistry served = new SimpleMeterRegistry();

    @Test
    void shouldKeepTagsAndFiltersOfTheUsersRegistry() {
        users.add(leaf);
        users.config().commonTags("env", "prod").meterFilter(MeterFilter.denyNameStartsWith(FAILURES));
        try (MetricsRig rig = new MetricsRig("client", users, served)) {
            rig.metrics.onEvent(EngineEvent.RESTART);
            assertNotNull(users.find(RESTARTS).functionCounter(), "in the user's registry");
            assertEquals(
                    1, leaf.get(RESTARTS).tag("env", "prod").functionCounter().count());
            assertNull(leaf.find(FAILURES).meter(), "denied");
            assertEquals(1, served.get(RESTARTS).functionCounter().count());
            assertNotNull(served.find(FAILURES).meter());
            assertFalse(served.get(RESTARTS).meter().getId().getTags().stream()
                    .anyMatch(tag -> tag.getKey().equals("env")));
        }
        assertTrue(users.getMeters().isEmpty()
                && leaf.getMeters().isEmpty()
                && served.getMeters().isEmpty());
    }
}
