package org.stoatflow.simulation;

import java.util.EnumMap;
import java.util.Map;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.runtime.metrics.EngineEvent;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.streams.StreamsMetrics;

/**
 * Counts the epochs that the engine says are broken or stuck, and what it does about failures, over all processes of a
 * simulation.
 */
final class LostEpochs implements MetricsListener {
    private final StreamsMetrics sensors = new UserSensors();
    private final Map<EngineEvent, Integer> counts = new EnumMap<>(EngineEvent.class);
    private int asked;
    private int ended;

    int broken() {
        return counts.getOrDefault(EngineEvent.EPOCH_BROKEN, 0);
    }

    /** The uncaught exception handler is asked. */
    void onAsked() {
        asked++;
    }

    /** A process has ended by a failure. */
    void onEnded() {
        ended++;
    }

    /** How far the engine had to go to get over all failures. */
    ClientCall.Follows followed() {
        if (asked > 0) {
            return ClientCall.Follows.ASKS;
        }
        if (ended > 0) {
            return ClientCall.Follows.ENDS;
        }
        boolean hasRestarted = counts.getOrDefault(EngineEvent.RESTART, 0) > 0;
        return hasRestarted ? ClientCall.Follows.BEGINS_AGAIN : ClientCall.Follows.GOES_ON;
    }

    int stuck() {
        return counts.getOrDefault(EngineEvent.EPOCH_STUCK, 0);
    }

    @Override
    public void onEvent(EngineEvent event) {
        counts.merge(event, 1, Integer::sum);
    }

    @Override
    public StreamsMetrics sensors() {
        return sensors;
    }
}
