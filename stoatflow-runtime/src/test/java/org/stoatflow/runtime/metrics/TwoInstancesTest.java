package org.stoatflow.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Two instances of one application in a process, with one registry, have meters and MBeans of their own. */
class TwoInstancesTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void shouldShareNoMeterAndNoMBean() throws JMException {
        MetricsRig first = new MetricsRig("first", registry);
        MetricsRig second = new MetricsRig("second", registry);
        second.metrics.onEvent(EngineEvent.RESTART);
        assertEquals(0, restarts("first"));
        assertEquals(1, restarts("second"));
        int both = beans().size();
        second.close();
        assertEquals(0, restarts("first"), "is still there");
        assertTrue(registry.getMeters().stream()
                .allMatch(meter -> "first".equals(meter.getId().getTag("client.id"))));
        assertEquals(both / 2, beans().size(), "MBeans of the first, of both");
        first.close();
        assertEquals(Set.of(), beans());
        assertTrue(registry.getMeters().isEmpty());
        assertFalse(both == 0);
    }

    private double restarts(String client) {
        return registry.get("stoatflow.restarts")
                .tag("client.id", client)
                .functionCounter()
                .count();
    }

    /** Each registry of Kafka's has one bean more, which counts its metrics. */
    private static Set<ObjectName> beans() throws JMException {
        Set<ObjectName> all =
                ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName("kafka.streams:*"), null);
        all.removeIf(bean -> "kafka-metrics-count".equals(bean.getKeyProperty("type")));
        return all;
    }
}
