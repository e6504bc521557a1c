package org.stoatflow.chaos;

import java.time.Duration;
import java.util.Random;
import org.stoatflow.chaos.ThreadStrikes.Manner;
import org.stoatflow.localkafka.LocalKafka;

/**
 * Executes the faults, one at a time. Before and after each fault one instance runs alone and is the owner; it may be
 * another instance after the fault. One thread.
 */
final class FaultExecutor {
    /** How long an instance may take, once no fault is on, until it runs and gives output. */
    static final Duration RECOVERY_LIMIT = Duration.ofMinutes(4);

    /** How long it may take until a thread that is to be ended comes by. */
    private static final Duration STRIKE_LIMIT = Duration.ofMinutes(1);

    /** One processor takes longer to begin than the consumer may take between two polls. */
    private static final String[] SLOW_INIT = {
        "main.consumer.max.poll.interval.ms=8000", ChaosApplicationMain.INIT_MS + "=10000"
    };

    private static final Duration YEAR = Duration.ofDays(365);

    private final Scene scene;
    private final RunMonitor monitor;
    private final Progress progress;
    private final FaultTable table;
    private final Random random;
    private Instance owner;
    private Instance other;

    /**
     * The cluster and the bounds of the faults.
     *
     * @param outage how long all brokers are away in {@link FaultKind#OUTAGE}
     * @param recoveredRecords how many records must come out before a fault counts as overcome
     * @param sides does the faults of the topics beside the input
     */
    record Scene(LocalKafka kafka, int brokers, Duration outage, long recoveredRecords, SideFaults sides) {}

    FaultExecutor(
            Scene scene,
            RunMonitor monitor,
            Progress progress,
            FaultTable table,
            Random random,
            Instance owner,
            Instance other) {
        this.scene = scene;
        this.monitor = monitor;
        this.progress = progress;
        this.table = table;
        this.random = random;
        this.owner = owner;
        this.other = other;
    }

    /** The instance that runs. */
    Instance owner() {
        return owner;
    }

    /** Does a fault, and returns once output comes again. */
    void inject(FaultKind kind) {
        monitor.say(kind.text());
        switch (kind) {
            case KILL -> kill();
            case KILL_AT_START -> killAtStart();
            case TAKE_OVER -> takeOver();
            case FREEZE -> freeze();
            case FENCE -> fence();
            case BROKER_STOP, BROKER_KILL, BROKER_FREEZE -> faultOfBroker(kind);
            case KILL_IN_BROKER_FREEZE -> killInBrokerFreeze();
            case TOPIC_DELETED -> deleteTopic();
            case SOURCE_CUT -> cutSource();
            case PRODUCER_THREAD -> strike(ClientThread.PRODUCER, Sign.STRUCK_PRODUCER, Manner.ERROR, Manner.HANG);
            case ADMIN_THREAD -> strikeAdmin();
            case HEARTBEAT_THREAD ->
                strike(ClientThread.HEARTBEAT, Sign.STRUCK_HEARTBEAT, Manner.ERROR, Manner.EXCEPTION);
            case SLOW_INIT -> slowInit();
            case MOVED_CLOCK -> moveClock();
            case OUTAGE -> outage();
        }
        long endNs = System.nanoTime();
        monitor.say("recovering from: " + kind.text());
        awaitOutput();
        table.onRecovered(kind, Duration.ofNanos(System.nanoTime() - endNs));
    }

    /** Returns once the owner runs and gives output. */
    void awaitOutput() {
        long enough = progress.counted() + scene.recoveredRecords();
        monitor.until(
                () -> owner.isRunning() && progress.counted() >= enough,
                RECOVERY_LIMIT,
                () -> "output of instance " + owner.name());
    }

    private void kill() {
        kill(owner);
        monitor.pause(millis(0, 2_000));
        owner.start();
    }

    private void killAtStart() {
        kill();
        monitor.pause(millis(300, 4_000));
        kill();
    }

    private void takeOver() {
        startWaiting(other);
        kill(owner);
        swap();
        awaitRunning(owner);
    }

    /** Freezes the owner for less than its session, or for more, so that the group gives its place away. */
    private void freeze() {
        owner.freeze();
        monitor.pause(millis(1_000, 2L * ChaosApplication.SESSION_TIMEOUT_MS));
        owner.thaw();
    }

    private void fence() {
        startWaiting(other);
        int waits = owner.log().count(Sign.WAITS);
        owner.freeze();
        awaitRunning(other);
        swap();
        awaitOutput();
        other.thaw();
        monitor.until(
                () -> other.log().count(Sign.WAITS) > waits && !other.isRunning(),
                RECOVERY_LIMIT,
                () -> "instance " + other.name() + ", which woke, waits for the one that fenced it");
        awaitOutput();
        table.onFence();
        endOneOfTwo();
    }

    private void endOneOfTwo() {
        switch (random.nextInt(3)) {
            case 0 -> kill(other);
            case 1 -> {
                kill(owner);
                swap();
                awaitRunning(owner);
            }
            default -> {
                close(owner, true);
                swap();
                awaitRunning(owner);
            }
        }
    }

    private void faultOfBroker(FaultKind kind) {
        table.onBrokerFault();
        int node = 1 + random.nextInt(scene.brokers());
        switch (kind) {
            case BROKER_FREEZE -> {
                scene.kafka().freeze(node);
                monitor.pause(millis(5_000, 20_000));
                scene.kafka().thaw(node);
                return;
            }
            case BROKER_KILL -> scene.kafka().kill(node);
            default -> scene.kafka().stop(node);
        }
        monitor.pause(millis(500, 10_000));
        scene.kafka().restart(node);
    }

    /** Takes all brokers away. The application must go on by itself, without asking the uncaught-exception handler. */
    private void outage() {
        table.onBrokerFault();
        int asked = owner.log().count(Sign.ASKED);
        int began = owner.log().count(Sign.OUTAGE_BEGAN);
        int ended = owner.log().count(Sign.OUTAGE_ENDED);
        for (int node = 1; node <= scene.brokers(); node++) {
            scene.kafka().kill(node);
        }
        monitor.pause(scene.outage());
        for (int node = 1; node <= scene.brokers(); node++) {
            scene.kafka().restart(node);
        }
        awaitOutput();
        if (owner.log().count(Sign.ASKED) > asked) {
            throw new ChaosFailure("instance " + owner.name() + " has asked its uncaught-exception handler in an outage"
                    + " of " + scene.outage().toSeconds() + " s; its log is "
                    + owner.log().file());
        }
        requireOnce(Sign.OUTAGE_BEGAN, began);
        requireOnce(Sign.OUTAGE_ENDED, ended);
    }

    private void requireOnce(Sign sign, int before) {
        int times = owner.log().count(sign) - before;
        if (times != 1) {
            throw new ChaosFailure("instance " + owner.name() + " has said " + sign + " " + times
                    + " times in one outage; its log is " + owner.log().file());
        }
    }

    private void killInBrokerFreeze() {
        table.onBrokerFault();
        int node = 1 + random.nextInt(scene.brokers());
        scene.kafka().freeze(node);
        monitor.pause(millis(100, 2_000));
        kill();
        monitor.pause(millis(3_000, 6_000));
        scene.kafka().thaw(node);
    }

    /** Under load, and where much is processed that is not yet committed. */
    private void deleteTopic() {
        close(owner, false);
        scene.sides().startLazily(owner);
        awaitOutput();
        scene.sides().deleteTopic(owner);
    }

    /** The application runs on, or starts again on its state, or on none. */
    private void cutSource() {
        scene.sides().feedBeforeTheCut();
        boolean down = random.nextBoolean();
        if (down) {
            kill(owner);
        }
        scene.sides().cutLog();
        scene.sides().feedBehindTheCut();
        if (down) {
            if (random.nextBoolean()) {
                owner.moveTo(scene.sides().emptyFolder());
            }
            owner.start();
        }
        scene.sides().awaitBehindTheCut(owner);
    }

    private void strike(ClientThread thread, Sign struck, Manner... manners) {
        int before = owner.log().count(struck);
        owner.order(ThreadStrikes.order(thread, manners[random.nextInt(manners.length)]));
        monitor.until(
                () -> owner.log().count(struck) > before,
                STRIKE_LIMIT,
                () -> "the thread of the " + thread + " of instance " + owner.name() + " is struck");
    }

    /** The application needs an admin client to start again, and to see whether the brokers answer. */
    private void strikeAdmin() {
        strike(ClientThread.ADMIN, Sign.STRUCK_ADMIN, Manner.values());
        awaitOutput();
        faultOfBroker(FaultKind.BROKER_KILL);
    }

    private void slowInit() {
        kill(owner);
        owner.start(SLOW_INIT);
    }

    /** The start after it has the right clock again, and finds times of a year to come or of a year ago. */
    private void moveClock() {
        kill(owner);
        owner.startWithClock(random.nextBoolean() ? YEAR : YEAR.negated());
        awaitOutput();
        kill();
    }

    private void startWaiting(Instance instance) {
        int waits = instance.log().count(Sign.WAITS);
        instance.start();
        monitor.until(
                () -> instance.log().count(Sign.WAITS) > waits,
                RECOVERY_LIMIT,
                () -> "instance " + instance.name() + " waits to take over");
    }

    private void awaitRunning(Instance instance) {
        monitor.until(instance::isRunning, RECOVERY_LIMIT, () -> "instance " + instance.name() + " runs");
    }

    private void kill(Instance instance) {
        instance.kill();
        table.onKill();
    }

    /** Ends an instance in order. */
    void close(Instance instance, boolean leavingGroup) {
        instance.requestClose(leavingGroup);
        monitor.until(
                () -> !instance.isAlive(), RECOVERY_LIMIT, () -> "the orderly end of instance " + instance.name());
        if (instance.exitStatus() != 0) {
            throw new ChaosFailure("instance " + instance.name() + " has not closed in order: exit status "
                    + instance.exitStatus() + "; its log is " + instance.log().file());
        }
    }

    private void swap() {
        Instance before = owner;
        owner = other;
        other = before;
    }

    private Duration millis(long from, long to) {
        return Duration.ofMillis(random.nextLong(from, to));
    }
}
