package org.stoatflow.simulation;

import org.jspecify.annotations.Nullable;

/**
 * One outage of all brokers that outlasts every timeout, in a phase of an instance: from then on nothing else goes
 * wrong, and nothing may end the application.
 */
final class LongOutage {
    private final EnginePhase phase;
    private final long lastsMs;
    private @Nullable EnginePhase struck;

    /** @param phase in which an instance has to be when it begins */
    LongOutage(EnginePhase phase, long lastsMs) {
        this.phase = phase;
        this.lastsMs = lastsMs;
    }

    /** Begins if it has not, and the instance is in the phase. */
    boolean strikes(World world, Instance instance) {
        if (struck != null || instance.phase() != phase || world.random().nextInt(3) != 0) {
            return false;
        }
        struck = instance.phase();
        world.kafka().disruptions().restartBroker(lastsMs);
        world.table().count(FaultKind.BROKER_DOWN, phase);
        return true;
    }

    /** Whether it has begun, ever. */
    boolean hasStruck() {
        return struck != null;
    }
}
