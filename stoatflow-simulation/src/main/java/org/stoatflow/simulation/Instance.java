package org.stoatflow.simulation;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.MemoryConsumer;
import org.stoatflow.memorykafka.MemoryProducer;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.runtime.lifecycle.Lifecycle;
import org.stoatflow.runtime.lifecycle.PhaseName;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.stores.StoreDescription;

/** A machine on which the application runs again and again: its disks stay, its processes come and go. */
final class Instance implements Actor, InstanceProcess.StateListener {
    private static final int DOWN_STEPS_MAX = 60;
    private static final int EPOCH_TIMES_MAX = 3;

    /** Once faults have stopped: else what a join makes would be older than the delivery timeout before it is sent. */
    private static final int RECORDS_OF_A_REQUEST = 100;

    private final String name;
    private final World world;
    private final Map<Owner, Home> homes = new EnumMap<>(Owner.class);
    private final RestoreCheck restores;
    private final Downtime downtime = new Downtime();
    private @Nullable InstanceProcess process;
    private @Nullable Lifecycle lifecycle;
    private int lanes;
    private int started;
    private long frozenUntilStep;
    private boolean failsNextWrite;
    private boolean healed;

    /** What an owner's processes leave on this machine. */
    private record Home(MemoryDisk disk, OpenStores ofUsers, StateCheck state) {}

    Instance(String name, World world, StateCheck.Changelogs changelogs) {
        this.name = name;
        this.world = world;
        for (Owner owner : Owner.values()) {
            MemoryDisk disk = new MemoryDisk();
            homes.put(
                    owner,
                    new Home(
                            disk,
                            new OpenStores(),
                            new StateCheck(name, world.kafka().view(), changelogs, disk)));
        }
        this.restores = new RestoreCheck(world.kafka().view(), world.setup().foreignOwner());
    }

    @Override
    public String name() {
        return name;
    }

    /** The state check of the owner that is running now. */
    StateCheck state() {
        return home().state();
    }

    private Home home() {
        return Objects.requireNonNull(homes.get(world.owner()));
    }

    EnginePhase phase() {
        return EnginePhase.of(lifecycle);
    }

    boolean isUp() {
        return lifecycle != null;
    }

    boolean isFrozen() {
        return world.course().step() < frozenUntilStep;
    }

    @Nullable
    InstanceProcess process() {
        return process;
    }

    /** The number of processes so far. */
    int started() {
        return started;
    }

    /** The users' stores of the process that runs, or ran last. */
    OpenStores openStores() {
        return home().ofUsers();
    }

    // ---- faults

    void crash() {
        InstanceProcess dying = process;
        if (dying != null) {
            dying.crash().die();
            buryIfDead();
        }
    }

    /** Removes a process that has died, perhaps within a step. */
    boolean buryIfDead() {
        InstanceProcess dying = process;
        if (dying == null || !dying.crash().isDead()) {
            return false;
        }
        over("is dead");
        return true;
    }

    void close(boolean leaveGroup) {
        Lifecycle running = lifecycle;
        if (running != null) {
            running.askToClose(world.engineClock().nanos() + 10_000_000_000L, leaveGroup);
        }
    }

    void freezeUntil(long step) {
        frozenUntilStep = step;
    }

    /** The next write to the state fails. */
    void failNextWrite() {
        failsNextWrite = true;
    }

    /** Ends all faults that hold the instance up. */
    void heal() {
        healed = true;
        frozenUntilStep = 0;
        failsNextWrite = false;
        downtime.heal();
        InstanceProcess running = process;
        if (running != null) {
            running.crash().disarm();
            running.release();
        }
    }

    // ---- steps

    /** Adds the actors that may be stepped now. */
    void runnable(List<Actor> actors) {
        InstanceProcess running = process;
        if (running == null) {
            if (downtime.isOver(world.course().step(), actors)) {
                actors.add(this);
            }
            return;
        }
        for (MemoryProducer producer : running.producers()) {
            if (producer.buffered() + producer.undelivered() > 0) {
                actors.add(new Delivery(
                        name,
                        producer,
                        healed ? RECORDS_OF_A_REQUEST : 1,
                        world.setup().lingers(),
                        world.random())); // the network and the broker go on
            }
        }
        if (isFrozen()) {
            return;
        }
        actors.add(this);
        actors.add(this);
        SteppedRestore restoring = running.restoring();
        if (restoring != null && restoring.isRunnable()) {
            actors.add(restoring);
            actors.add(restoring);
        }
        SimRun run = running.run();
        if (run != null) {
            addWorkers(run, actors);
        }
        running.addCalls(world.course().step(), actors);
    }

    private void addWorkers(SimRun run, List<Actor> actors) {
        for (SimRun.Worker lane : run.lanes()) {
            if (lane.isRunnable(world.course().step())) {
                actors.add(lane);
            }
        }
        if (run.committerWorker().isRunnable(world.course().step())) {
            actors.add(run.committerWorker());
            actors.add(run.committerWorker());
        }
    }

    /** Steps the process's lifecycle, or starts the next process. */
    @Override
    public String act() {
        Lifecycle running = lifecycle;
        if (running == null) {
            start();
            return "starts";
        }
        try {
            if (running.step()) {
                return running.phase().name();
            }
        } catch (RuntimeException | Crash.Dead | Thrown.InjectedError failure) {
            if (!requireProcess().crash().isDead()) {
                onFailure(running, failure);
            }
            return "failed";
        }
        over("ended");
        return "ended";
    }

    private void onFailure(Lifecycle running, Throwable failure) {
        world.course().note(name, "lifecycle failed: " + world.calls().folder().without(failure.getMessage()));
        if (running.phase() != PhaseName.ENDED) {
            throw new Violation(
                    Invariant.LIFE_ENDS_CLEANLY,
                    name + " threw out of a step and is " + running.phase() + ": " + failure.getMessage(),
                    failure);
        }
        if (world.mustOutlast(failure)) {
            throw new Violation(
                    Invariant.OUTLASTS_AN_OUTAGE,
                    name + " was ended, in an outage or after it, by: " + failure.getMessage(),
                    failure);
        }
        world.lostEpochs().onEnded();
        over("failed");
    }

    private void start() {
        int before = lanes;
        lanes = 1 + world.random().nextInt(Setup.LANES_MAX);
        Owner owner = world.owner();
        openStores().begin();
        InstanceProcess begun = new InstanceProcess(name, world, home().disk(), owner.of(world.variation()), this);
        process = begun;
        lifecycle = begun.lifecycle(owner, lanes);
        started++;
        if (started > 1 && before != lanes) {
            world.table().count(FaultKind.OTHER_LANE_COUNT, EnginePhase.PLANNING);
        }
    }

    private void over(String why) {
        world.course().note(name, why);
        downtime.begin(requireProcess(), world.course().step() + world.random().nextInt(DOWN_STEPS_MAX));
        process = null;
        lifecycle = null;
    }

    private InstanceProcess requireProcess() {
        if (process == null) {
            throw new IllegalStateException(name + " has no process");
        }
        return process;
    }

    /**
     * Checks the state, once it is restored. A restore of a compacted log passes through states that no commit has had.
     */
    void checkState() {
        if (process != null && process.run() != null) {
            state().check();
        }
    }

    /** Whether an epoch is cut and not applied, and no part of the process will go on with it. */
    boolean isStuck() {
        SimRun run = process == null ? null : process.run();
        return run != null
                && !isFrozen()
                && run.isStuck(world.course().step())
                && !requireProcess().hasBacklog();
    }

    /** Whether the member does not tell where it goes on. */
    boolean dropsNextOffsets() {
        MemoryConsumer member = process == null ? null : process.member();
        return member != null && member.dropsNextOffsets();
    }

    /** Whether the committer waits until the group has a newer generation. */
    boolean isAwaitingGroup() {
        SimRun run = process == null ? null : process.run();
        return run != null && run.isAwaitingGroup();
    }

    /** Whether the engine waits for an answer that does not come, which only time tells. */
    boolean isUnanswered() {
        SimRun run = process == null ? null : process.run();
        return run != null
                        && (run.committerWorker().isWaiting()
                                || requireProcess().hasLostThread())
                || process != null && !process.runsOut().isEmpty();
    }

    void requireNotStuck() {
        SimRun run = process == null ? null : process.run();
        if (run != null && isStuck() && !world.variation().losesEpochs()) {
            throw new Violation(
                    Invariant.NO_STUCK_EPOCH,
                    "an epoch of " + name + " is cut, not applied, and nobody goes on: " + run.describe());
        }
    }

    /** Each lane may have made something more by the time at which it looks. */
    void requireSmallEpochs() {
        SimRun run = process == null ? null : process.run();
        long most = world.setup().epochBytesMax();
        if (run == null || most == Long.MAX_VALUE || !world.owner().isExactlyOnce(world.setup())) {
            return;
        }
        long made = run.madeBytes();
        if (made > EPOCH_TIMES_MAX * most) {
            throw new Violation(
                    Invariant.EPOCHS_STAY_SMALL,
                    "the work of an epoch of " + name + " takes " + made + " bytes, and may take " + most);
        }
    }

    void requireNoVainRestore() {
        restores.require();
    }

    // ---- called by the instance's processes

    @Override
    public void onOpen(List<StoreDescription> stores) {
        state().onOpen(stores);
    }

    @Override
    public void onWrite() {
        state().onWrite();
    }

    @Override
    public void beforeWrite() {
        if (failsNextWrite) {
            failsNextWrite = false;
            world.table().count(FaultKind.FAILING_APPLY, phase());
            throw new IllegalStateException("the state takes no write");
        }
    }

    @Override
    public void onCurrent(long atMs) {
        // A restore has read all that the logs had at the time that it says, whoever owns the ids.
        boolean ofRun = process != null && process.run() != null;
        long untilMs = ofRun ? requireProcess().ownedUntilMs() : Long.MAX_VALUE;
        if (atMs > untilMs) {
            throw new Violation(
                    Invariant.CURRENT_IS_PROVEN,
                    name + " says that its rows were complete at " + atMs + ", and was fenced at " + untilMs);
        }
    }

    @Override
    public void onRestore(List<RestoreTask> tasks, StateEngine opened) {
        restores.look(tasks, opened);
    }

    @Override
    public void onViolation(Violation violation) {
        world.course().onViolation(violation);
    }

    @Override
    public void onDeathInCall() {
        world.table().count(FaultKind.CRASH_IN_CALL, phase());
    }

    /** The member's partitions, for the trace of a failure. */
    String describe() {
        InstanceProcess running = process;
        if (running == null) {
            return name + ": down";
        }
        SimRun run = running.run();
        List<TopicPartition> owned = running.member() == null
                ? List.of()
                : List.copyOf(running.member().assignment());
        return name + ": " + phase() + ", lanes by key " + lanes + ", owns " + owned
                + (run == null ? "" : ", " + run.describe());
    }
}
