package org.stoatflow.simulation;

import org.jspecify.annotations.Nullable;

/**
 * One outage of all brokers that outlasts every timeout. It begins in a given phase of an instance. From then on no
 * other fault strikes, and no failure may end the application.
 */
final class LongOutage {
    private final EnginePhase phase;
    private final long lastsMs;
    private @Nullable EnginePhase struck;

    /** @param phase phase of an instance in which the outage begins */
    LongOutage(EnginePhase phase, long lastsMs) {
        this.phase = phase;
        this.lastsMs = lastsMs;
    }

    /** Begins the outage, if it has not begun and the instance is in the phase. */
    boolean strikes(World world, Instance instance) {
        if (struck != null || instance.phase() != phase || world.random().nextInt(3) != 0) {
            return false;
        }
        struck = instance.phase();
        world.kafka().disruptions().restartBroker(lastsMs);
        world.table().count(FaultKind.BROKER_DOWN, phase);
        return true;
    }

    /** Whether the outage has begun, even if it is over. */
    boolean hasStruck() {
        return struck != null;
    }
}
