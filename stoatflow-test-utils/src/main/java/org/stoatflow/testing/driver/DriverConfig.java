package org.stoatflow.testing.driver;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import org.stoatflow.streams.StreamsConfig;

/** The configuration of a driver: what a test need not set has a value, and nothing is logged. */
final class DriverConfig extends StreamsConfig {
    private DriverConfig(Map<?, ?> properties) {
        super(properties, false);
    }

    /** @param properties the test's, with {@link LaneOptions} where it has some */
    static StreamsConfig of(Properties properties) {
        Map<Object, Object> all = new HashMap<>(properties);
        all.remove(LaneOptions.KEY);
        all.putIfAbsent(BOOTSTRAP_SERVERS_CONFIG, "dummy-bootstrap-host:0");
        all.putIfAbsent(
                APPLICATION_ID_CONFIG,
                "dummy-topology-test-driver-app-id-"
                        + ThreadLocalRandom.current().nextInt());
        // The wall clock stands still, so that what is forwarded once in an interval of it would not be forwarded.
        all.putIfAbsent(InternalConfig.EMIT_INTERVAL_MS_KSTREAMS_OUTER_JOIN_SPURIOUS_RESULTS_FIX, 0L);
        all.putIfAbsent(InternalConfig.EMIT_INTERVAL_MS_KSTREAMS_WINDOWED_AGGREGATION, 0L);
        return new DriverConfig(all);
    }
}
