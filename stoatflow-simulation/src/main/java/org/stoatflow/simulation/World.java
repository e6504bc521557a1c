package org.stoatflow.simulation;

import java.util.random.RandomGenerator;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ClusterClock;
import org.stoatflow.memorykafka.MemoryKafka;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.spi.Causes;

/** The objects that all parts of one seed's simulation share. */
final class World {
    private final Setup setup;
    private final Variation variation;
    private final RandomGenerator random;
    private final EngineClock engineClock;
    private final MemoryKafka kafka;
    private final UserCode code;
    private final Course course;
    private final FaultTable table = new FaultTable();
    private final LostEpochs lostEpochs = new LostEpochs();
    private final WaitingSteps waits;
    private final Focus focus;
    private Owner owner;

    World(
            Setup setup,
            Variation variation,
            Focus focus,
            RandomGenerator random,
            EngineClock engineClock,
            MemoryKafka kafka,
            UserCode code) {
        this.setup = setup;
        this.variation = variation;
        this.focus = focus;
        this.random = random;
        this.engineClock = engineClock;
        this.waits = new WaitingSteps(engineClock.time());
        this.kafka = kafka;
        this.code = code;
        this.course = new Course(engineClock.time());
        code.watchedBy(new UserCalls(this, course, table, waits));
        this.owner = setup.foreignOwner() ? Owner.FOREIGN : Owner.OURS;
    }

    Setup setup() {
        return setup;
    }

    Variation variation() {
        return variation;
    }

    /** The uncaught exception handler is asked. Returns what it says, or ends by an error, which says no. */
    boolean restartAfter(Throwable failure) {
        lostEpochs.onAsked();
        if (mustOutlast(failure)) {
            return false;
        }
        boolean restarts = focus.call().isPresent() || random.nextInt(4) != 0;
        if (!restarts && course.step() % 2 == 0) {
            throw new Thrown.InjectedError("the handler ends by an error");
        }
        return restarts;
    }

    /** The steps that wait in a client. */
    WaitingSteps waits() {
        return waits;
    }

    /** The calls of user code. */
    UserCalls calls() {
        return code.calls();
    }

    /** Which faults strike. */
    Focus focus() {
        return focus;
    }

    RandomGenerator random() {
        return random;
    }

    ClusterClock clock() {
        return engineClock.time();
    }

    EngineClock engineClock() {
        return engineClock;
    }

    MemoryKafka kafka() {
        return kafka;
    }

    UserCode code() {
        return code;
    }

    /** The owner whose processes start now. */
    Owner owner() {
        return owner;
    }

    void changeOwner() {
        owner = owner.other();
    }

    FaultTable table() {
        return table;
    }

    LostEpochs lostEpochs() {
        return lostEpochs;
    }

    Course course() {
        return course;
    }

    /** The long outage of this seed, or null. */
    @Nullable
    LongOutage outage() {
        return focus.outage().orElse(null);
    }

    /** Whether no failure may end the application, since the brokers are or were away for long. */
    boolean isOutlasting() {
        LongOutage planned = outage();
        return planned != null && planned.hasStruck();
    }

    /**
     * Whether the application must outlast the failure, since the long outage has caused it. A failure while the
     * brokers are down that is not for want of an answer comes from a fault that struck just before the outage.
     */
    boolean mustOutlast(Throwable failure) {
        if (!isOutlasting()) {
            return false;
        }
        return !kafka.disruptions().isBrokerDown()
                || Causes.has(failure, TimeoutException.class)
                || Causes.has(failure, NoAnswerException.class);
    }
}
