package org.stoatflow.runtime.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.StateMetric;

/**
 * What the state tells of itself, asked for at most once a second. Counters go on where the state is opened again.
 * Threads: the dispatcher's says which state is open; any thread reads.
 */
final class StateCounters {
    private static final Logger LOG = LoggerFactory.getLogger(StateCounters.class);
    private static final long KEPT_NS = 1_000_000_000L;

    private final Map<StateMetric, Double> ofStatesBefore = new EnumMap<>(StateMetric.class); // guarded by this
    private Supplier<Map<StateMetric, Double>> open = Map::of; // guarded by this
    private Map<StateMetric, Double> latest = Map.of(); // guarded by this
    private long takenNs; // guarded by this

    synchronized void onState(Supplier<Map<StateMetric, Double>> metrics) {
        latest.forEach((metric, value) -> {
            if (metric.isCounter()) {
                ofStatesBefore.merge(metric, value, Double::sum);
            }
        });
        open = metrics;
        latest = Map.of(); // it is asked when somebody looks: no start fails by a figure
        takenNs = System.nanoTime() - KEPT_NS - 1;
    }

    /** A metric; 0 where no rows are on disk, and the last one where the state is closed. */
    synchronized double of(StateMetric metric) {
        if (System.nanoTime() - takenNs > KEPT_NS) {
            Map<StateMetric, Double> now = asked();
            latest = now.isEmpty() ? latest : now;
            takenNs = System.nanoTime();
        }
        return latest.getOrDefault(metric, 0.0) + ofStatesBefore.getOrDefault(metric, 0.0);
    }

    private Map<StateMetric, Double> asked() {
        try {
            return open.get();
        } catch (RuntimeException failure) {
            LOG.debug("The state does not tell its figures", failure);
            return Map.of();
        }
    }
}
