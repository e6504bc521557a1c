package org.stoatflow.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.memorykafka.ClusterClock;
import org.stoatflow.memorykafka.ClusterView;
import org.stoatflow.memorykafka.MemoryKafka;

/**
 * One seed from its first step to the comparison at its end: engine, cluster, input and faults on one thread, with
 * every choice drawn from the seed. The same seed gives the same steps.
 */
final class Simulation {
    private static final long START_MS = 1_700_000_000_000L;
    private static final int FAULTS_MIN = 3;
    private static final int DRAIN_STEPS_MIN = 200;
    private static final int RECORDS_MORE = 8;
    private static final int DRAIN_STEPS_MAX = 40_000;
    private static final int STEP_NS_MAX = 150_000;
    private static final int WAIT_MS_MAX = 400;
    private static final int DOWN_MS_MAX = 20;

    private final long seed;
    private final World world;
    private final Inputs inputs;
    private final List<Instance> instances = new ArrayList<>();
    private final StateCheck.Changelogs changelogs;
    private final OutputCheck output;
    private final FaultPlan plan;
    private final List<Actor> actors = new ArrayList<>();
    private final Actor upstream;
    private long journalSeen = -1;

    /**
     * The outcome of a seed that holds.
     *
     * @param stages number of stages of the program that was run
     * @param followed the furthest that the engine had to go to get over its faults
     */
    record Outcome(
            long steps,
            int stages,
            FaultTable table,
            long traceHash,
            int brokenEpochs,
            int stuckEpochs,
            ClientCall.Follows followed) {}

    /** Makes the simulation of a seed with an outage of all brokers in addition, after which no other fault strikes. */
    Simulation(long seed, Variation variation, LongOutage outage) {
        this(seed, variation, Focus.on(outage));
    }

    Simulation(long seed, Variation variation) {
        this(seed, variation, Focus.ALL);
    }

    /** Makes the simulation of a seed that some faults strike, and no others. */
    Simulation(long seed, Variation variation, Focus focus) {
        this.seed = seed;
        SplittableRandom random = new SplittableRandom(seed);
        Setup setup = Setup.of(random);
        ClusterClock clock = new ClusterClock(START_MS);
        MemoryKafka kafka = new MemoryKafka(clock, random.split());
        SimulatedTopology program = setup.program();
        program.sources().forEach(topic -> kafka.createTopic(topic, setup.partitions()));
        program.sinks().forEach(sink -> kafka.createTopic(sink.topic(), setup.partitions()));
        if (program.leavesOut()) {
            kafka.createTopic(Handling.DEAD_LETTERS, setup.partitions());
        }
        kafka.assignWithAssignors(Setup.APPLICATION);
        List<TopicPartition> sources = new ArrayList<>();
        program.sources().forEach(topic -> sources.addAll(kafka.view().partitions(topic)));
        inputs = new Inputs(clock, random.split(), program, kafka.upstream("upstream"), sources, setup.records());
        UserCode code = new UserCode(inputs::byId, this::onUserFailure);
        world = new World(setup, variation, focus, random, EngineClock.of(clock, seed), kafka, code);
        world.calls().onOpened(new CommittedRows(world, inputs, this::isHidden)::require);
        kafka.onWaits(world.waits());
        changelogs = new StateCheck.Changelogs(kafka.view());
        for (int i = 0; i < setup.instances(); i++) {
            instances.add(new Instance(i == 0 ? "a" : "b", world, changelogs));
        }
        boolean countsMayFallBack = !setup.exactlyOnce() && setup.instances() > 1;
        output = new OutputCheck(
                kafka.view(),
                inputs,
                program,
                setup.exactlyOnce(),
                countsMayFallBack,
                setup.caches() > 0 || program.skipsCounts(),
                setup.foreignOwner());
        plan = new FaultPlan(world, inputs, instances, this::readChangelogs);
        inputs.onLosses(output);
        kafka.faults()
                .onStrikes((clientId, point, effect) ->
                        plan.onStrike(clientId, point, effect, world.course().acting()));
        upstream = new Upstreaming(inputs);
    }

    /** Runs the seed. */
    Outcome run() {
        try {
            while (world.course().step() < world.setup().steps()
                    || world.focus().isOnAll() && world.table().total() < FAULTS_MIN) {
                if (world.course().step() >= world.setup().steps()
                        && world.course().step() % 100 == 0) {
                    plan.strikeAnything();
                }
                plan.strikeWhatIsDue();
                if (world.isOutlasting()) {
                    heal();
                    break;
                }
                step();
            }
            outlast();
            drain();
            if (plan.putsOutWhatWasSeen()) {
                output.requireSeen();
            }
            close();
        } catch (RuntimeException | Error failure) {
            throw new FailedSeed(seed, describe(), failure);
        } finally {
            world.calls().folder().delete();
        }
        return new Outcome(
                world.course().step(),
                world.setup().stages(),
                world.table(),
                world.course().trace().hash(),
                world.lostEpochs().broken(),
                world.lostEpochs().stuck(),
                world.lostEpochs().followed());
    }

    /** Runs until the brokers are back. Ends the effects of other faults before. */
    private void outlast() {
        if (!world.isOutlasting()) {
            return;
        }
        while (world.kafka().disruptions().isBrokerDown()) {
            step();
        }
    }

    // ---- one step

    private void step() {
        world.course().nextStep();
        actors.clear();
        instances.forEach(instance -> {
            instance.runnable(actors);
        });
        int ofInstances = actors.size();
        if (!inputs.isExhausted()) {
            actors.add(upstream);
        }
        passTime();
        if (actors.isEmpty()) {
            world.kafka().catchUp();
            return;
        }
        int chosen = world.random().nextInt(actors.size());
        act(actors.get(chosen), chosen < ofInstances);
        check();
    }

    private void act(Actor actor, boolean ofInstance) {
        Instance acting = ofInstance ? instanceOf(actor) : null;
        world.course().acting(acting);
        String what;
        try {
            what = actor.act();
        } catch (Crash.Dead dead) { // the process has died; other failures stay in their step
            what = "died";
        } finally {
            boolean _ = Thread.interrupted(); // an injected interruption is that of a thread which this one stands for
        }
        world.course().requireNoneSeen();
        world.course().note(actor.name(), what);
        if (acting != null) {
            acting.buryIfDead();
        }
        world.course().acting(null);
    }

    /** Whether the seed begins under exactly-once. */
    boolean isExactlyOnce() {
        return world.owner().isExactlyOnce(world.setup());
    }

    private Instance instanceOf(Actor actor) {
        for (Instance instance : instances) {
            if (actor.name().startsWith(instance.name())) {
                return instance;
            }
        }
        throw new IllegalArgumentException("whose is actor=" + actor.name());
    }

    /** Lets little time pass while an actor works, and much while all wait for time to pass. */
    private void passTime() {
        boolean waiting = instances.stream()
                .allMatch(instance -> instance.isFrozen()
                        || waits(instance.phase())
                        || instance.isAwaitingGroup()
                        || instance.isStuck());
        if (waiting
                || isOutcomeAwaited()
                || world.isOutlasting() && world.kafka().disruptions().isBrokerDown()) {
            world.clock().advanceMs(world.random().nextInt(WAIT_MS_MAX));
        } else if (world.kafka().disruptions().isBrokerDown()
                || instances.stream().anyMatch(Instance::isUnanswered)) {
            world.clock().advanceMs(world.random().nextInt(DOWN_MS_MAX));
        } else {
            world.clock().advanceNs(world.random().nextInt(STEP_NS_MAX));
        }
    }

    /** Whether all is done except for a transaction that a previous owner has left. */
    private boolean isOutcomeAwaited() {
        return world.setup().foreignOwner() && inputs.isExhausted() && isHidden();
    }

    private boolean waits(EnginePhase phase) {
        return phase == EnginePhase.DOWN
                || phase == EnginePhase.JOINING
                || phase == EnginePhase.PAUSING
                || phase == EnginePhase.RESTORING && isHeldBack();
    }

    /** Whether a restore waits for a transaction that a previous owner has left. */
    private boolean isHeldBack() {
        return world.setup().foreignOwner() && world.kafka().view().isAnyTransactionUnfinished(Setup.APPLICATION);
    }

    private void onUserFailure() {
        Instance acting = world.course().acting();
        if (acting != null) {
            world.table().count(FaultKind.FAILING_RECORD, acting.phase());
        }
    }

    // ---- invariants

    private void check() {
        instances.forEach(Instance::requireNotStuck);
        instances.forEach(Instance::requireNoVainRestore);
        instances.forEach(Instance::requireSmallEpochs);
        requireWholeEpochs();
        long journal = world.kafka().journal().written();
        if (journal != journalSeen && !isHidden()) {
            journalSeen = journal;
            world.course().trace().mix(journal);
            readChangelogs();
            output.check();
        }
        instances.forEach(Instance::checkState);
    }

    /**
     * Whether a reader cannot see all that is committed. Until markers are written, a reader sees an older state, and
     * offsets of a newer transaction may be ahead. While a transaction is open that another owner has left, a reader
     * does not see records after it.
     */
    private boolean isHidden() {
        ClusterView view = world.kafka().view();
        return view.isAnyMarkerPending(Setup.APPLICATION)
                || world.setup().foreignOwner()
                        && view.isAnyTransactionUnfinished(world.owner().other().idPrefix());
    }

    private void readChangelogs() {
        world.setup().program().stores().forEach(store -> changelogs.readOn(StateCheck.topic(store)));
    }

    private void requireWholeEpochs() {
        LostEpochs lost = world.lostEpochs();
        if (lost.broken() + lost.stuck() > 0 && !world.variation().losesEpochs()) {
            throw new Violation(
                    Invariant.EPOCHS_STAY_WHOLE,
                    "the engine says that " + lost.broken() + " epochs are broken and " + lost.stuck() + " stuck");
        }
    }

    /**
     * Whether each count follows the previous one. Without fences, a second process goes on from older counts of the
     * first.
     */
    private boolean areCountsFollowed() {
        return world.setup().exactlyOnce() || world.setup().instances() == 1;
    }

    // ---- the end

    /** Stops the faults, and requires that everything is processed. */
    private void drain() {
        world.course().note("simulation", "faults stop");
        heal();
        for (int i = 0; i < DRAIN_STEPS_MAX; i++) {
            if (i >= DRAIN_STEPS_MIN && inputs.isExhausted() && output.isAllCommitted() && isSettled()) {
                if (output.isAllOut()) {
                    return;
                }
                if (i % DRAIN_STEPS_MIN == 0 && world.setup().program().awaitsRecords()) {
                    inputs.writeMore(RECORDS_MORE);
                }
            }
            step();
        }
        throw new Violation(
                Invariant.DRAINS,
                DRAIN_STEPS_MAX + " steps after the last fault there is work left: " + output.firstNotCommitted());
    }

    private void heal() {
        world.kafka().faults().clear();
        world.kafka().callFaults().clear();
        world.kafka().disruptions().showTopics();
        world.code().heal();
        instances.forEach(Instance::heal);
    }

    /**
     * Whether one instance runs and the others wait, as in an undisturbed group, and a zombie has had time to notice.
     */
    private boolean isSettled() {
        int filling = 0;
        for (Instance instance : instances) {
            EnginePhase phase = instance.phase();
            if (phase == EnginePhase.FILLING) {
                filling++;
            } else if (phase != EnginePhase.JOINING) {
                return false;
            }
        }
        return filling == 1;
    }

    private void close() {
        Instance owner = instances.stream()
                .filter(instance -> instance.phase() == EnginePhase.FILLING)
                .findFirst()
                .orElseThrow();
        int ended = owner.started();
        owner.close(true);
        for (int i = 0; i < DRAIN_STEPS_MAX && owner.isUp() && owner.started() == ended; i++) {
            step();
        }
        if (owner.isUp() && owner.started() == ended) {
            throw new Violation(Invariant.DRAINS, owner.name() + " does not close");
        }
        compareState(owner);
    }

    private void compareState(Instance owner) {
        if (!areCountsFollowed()) {
            return;
        }
        for (Sink sink : world.setup().program().sinks()) {
            if (sink.content() == Sink.Content.COUNTS) {
                owner.state()
                        .requireCounts(
                                Objects.requireNonNull(sink.store()),
                                output.expectedCounts(sink.topic()),
                                world.setup().exactlyOnce() && !inputs.hasLost());
            }
        }
    }

    private String describe() {
        StringBuilder text = new StringBuilder();
        text.append("setup: ").append(world.setup()).append('\n');
        world.course().trace().lines().forEach(line -> text.append(line).append('\n'));
        instances.forEach(instance -> text.append(instance.describe()).append('\n'));
        output.describe(text);
        List<String> journal = world.kafka().journal().lines();
        text.append("the broker's last events:\n");
        journal.subList(Math.max(0, journal.size() - 300), journal.size())
                .forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private record Upstreaming(Inputs inputs) implements Actor {
        @Override
        public String name() {
            return "upstream";
        }

        @Override
        public String act() {
            inputs.step();
            return "writes";
        }
    }
}
