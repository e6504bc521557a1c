package org.stoatflow.simulation;

import java.util.random.RandomGenerator;
import org.stoatflow.simulation.kafka.SimClock;
import org.stoatflow.simulation.kafka.SimKafka;

/** What all parts of one seed's simulation share. */
final class World {
    private final Setup setup;
    private final Variation variation;
    private final RandomGenerator random;
    private final SimClock clock;
    private final EngineClock engineClock;
    private final SimKafka kafka;
    private final UserCode code;
    private final FaultTable table = new FaultTable();
    private final Trace trace = new Trace();
    private final LostEpochs lostEpochs = new LostEpochs();
    private long step;

    World(Setup setup, Variation variation, RandomGenerator random, SimClock clock, SimKafka kafka, UserCode code) {
        this.setup = setup;
        this.variation = variation;
        this.random = random;
        this.clock = clock;
        this.engineClock = new EngineClock(clock);
        this.kafka = kafka;
        this.code = code;
    }

    Setup setup() {
        return setup;
    }

    Variation variation() {
        return variation;
    }

    RandomGenerator random() {
        return random;
    }

    SimClock clock() {
        return clock;
    }

    EngineClock engineClock() {
        return engineClock;
    }

    SimKafka kafka() {
        return kafka;
    }

    UserCode code() {
        return code;
    }

    FaultTable table() {
        return table;
    }

    LostEpochs lostEpochs() {
        return lostEpochs;
    }

    Trace trace() {
        return trace;
    }

    long step() {
        return step;
    }

    void nextStep() {
        step++;
    }

    void note(String actor, String what) {
        trace.note(clock.nowNs(), actor, what);
    }
}
