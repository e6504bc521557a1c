package org.stoatflow.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.FaultEffect;
import org.stoatflow.memorykafka.FaultInjector;
import org.stoatflow.memorykafka.FaultPoint;
import org.stoatflow.memorykafka.MemoryConsumer;
import org.stoatflow.spi.ClientIds;

/**
 * The faults of a seed, each with the phase in which it strikes. From its step on, a fault waits until an instance is
 * in its phase.
 */
final class FaultPlan {
    private static final int FAULTS_MIN = 8;
    private static final int FAULTS_MORE = 16;
    private static final long MARKERS_MS_MAX = 50;
    private static final int BEHAVIOUR_STEPS_MAX = 300;

    private static final FaultKind[] QUIET = {
        FaultKind.TOPIC_DELETED, FaultKind.POLL_EMPTY, FaultKind.SLOW_RECORD, FaultKind.UPSTREAM_ABORT
    };

    private static final long FOREIGN_MARKERS_MS_MAX = Duration.ofSeconds(20).toMillis();

    private final World world;
    private final Inputs inputs;
    private final List<Instance> instances;
    private final List<Planned> waiting = new ArrayList<>();
    private final ClientStrikes clients;
    private final LogStrikes logs;
    private final UserStrikes users;
    private final boolean quiet;
    private @Nullable ClientCall behaviour;
    private long behaveFromStep;
    private @Nullable Instance leaving;

    private record Planned(FaultKind kind, EnginePhase phase, boolean anyPhase, long fromStep) {}

    /**
     * @param readChangelogs reads the changelogs; called before compaction removes records that no check has read yet
     */
    FaultPlan(World world, Inputs inputs, List<Instance> instances, Runnable readChangelogs) {
        this.world = world;
        this.inputs = inputs;
        this.instances = instances;
        this.clients = new ClientStrikes(world, instances);
        this.logs = new LogStrikes(world, inputs, instances, readChangelogs);
        this.users = new UserStrikes(world);
        world.kafka().faults().spreadMarkersOver(MARKERS_MS_MAX);
        RandomGenerator random = world.random();
        quiet = isQuiet();
        if (world.focus().call().isPresent()) {
            behaviour = world.focus().call().get();
            behaveFromStep = random.nextBoolean() ? 0 : random.nextInt(BEHAVIOUR_STEPS_MAX);
            // Some calls come only at a close, or when a process begins whose state is behind.
            waiting.add(new Planned(FaultKind.CLOSE, EnginePhase.FILLING, false, 2 * BEHAVIOUR_STEPS_MAX));
            waiting.add(new Planned(FaultKind.CRASH, EnginePhase.FILLING, false, 3 * BEHAVIOUR_STEPS_MAX));
            return;
        }
        int faults = FAULTS_MIN + random.nextInt(FAULTS_MORE);
        for (int i = 0; i < faults; i++) {
            plan(choose());
        }
        if (world.focus().isOnAll() && world.setup().strikesUsers() && !quiet) {
            for (FaultKind kind : FaultKind.ofUsers(world.setup())) {
                plan(kind);
                plan(kind);
            }
        }
    }

    private void plan(FaultKind kind) {
        RandomGenerator random = world.random();
        EnginePhase[] phases = kind.phases();
        waiting.add(new Planned(
                kind,
                phases[random.nextInt(phases.length)],
                kind.point() != null && random.nextBoolean(),
                random.nextInt(world.setup().steps())));
    }

    /** Whether nothing strikes but what takes nothing away from the owner, so that a deleted topic is put out. */
    private boolean isQuiet() {
        return world.focus().isOnAll()
                && world.setup().program().isOfPattern()
                && !world.setup().foreignOwner()
                && world.random().nextBoolean();
    }

    /** Whether what was seen of a deleted topic must come out. */
    boolean putsOutWhatWasSeen() {
        return quiet || world.focus().kinds().equals(Set.of(FaultKind.TOPIC_DELETED));
    }

    /**
     * Chooses a kind. Closes and failing records come more often, since the phases that follow them are rare otherwise;
     * so do records that cannot be read, since few programs drop them. Where windows close under at-least-once, faults
     * come more often that can separate a row's removal from its output.
     */
    private FaultKind choose() {
        if (quiet) {
            return QUIET[world.random().nextInt(QUIET.length)];
        }
        if (!world.focus().isOnAll()) {
            List<FaultKind> chosen = List.copyOf(EnumSet.copyOf(world.focus().kinds()));
            return chosen.get(world.random().nextInt(chosen.size()));
        }
        FaultKind[] kinds = FaultKind.drawn();
        while (true) {
            int often = world.random().nextInt(12);
            if (often < 2) {
                return often == 0 ? FaultKind.CLOSE : FaultKind.FAILING_RECORD;
            }
            if (often < 6 && world.setup().program().leavesOut()) {
                return FaultKind.POISON_RECORD;
            }
            if (often < 6 && isWindowed() && !world.setup().exactlyOnce()) {
                return often < 4 ? FaultKind.SEND_LOST : FaultKind.CRASH;
            }
            if (often < 8 && world.setup().foreignOwner()) {
                return FaultKind.OTHER_OWNER;
            }
            FaultKind kind = kinds[world.random().nextInt(kinds.length)];
            if (kind.strikesByItself() && kind.fits(world.setup())) {
                return kind;
            }
        }
    }

    private boolean isWindowed() {
        return world.setup().program().sinks().stream().anyMatch(sink -> sink.content() == Sink.Content.WINDOWS);
    }

    /** Strikes what is due. Called before each step. */
    void strikeWhatIsDue() {
        completeChange();
        ClientCall waited = behaviour;
        if (waited != null && world.course().step() >= behaveFromStep) {
            behaviour = null;
            clients.arm(waited, instances.getFirst());
            leadTo(waited.call());
        }
        LongOutage outage = world.outage();
        if (outage != null) {
            for (Instance instance : instances) {
                if (outage.strikes(world, instance)) {
                    world.course().note(instance.name(), "the long outage begins");
                    waiting.clear();
                }
            }
        }
        for (int i = waiting.size() - 1; i >= 0; i--) {
            Planned planned = waiting.get(i);
            if (world.course().step() >= planned.fromStep() && strikes(planned)) {
                waiting.remove(i);
            }
        }
    }

    /** Some calls come only where something has failed before. */
    private void leadTo(String call) {
        if (call.equals("Producer.abortTransaction")) {
            arm(FaultKind.OFFSETS_LOST, FaultPoint.SEND_OFFSETS, instances.getFirst());
        } else if (call.equals("Producer.partitionsFor")) {
            logs.hideTopic();
        }
    }

    /** Strikes any fault, for a seed in which too few have struck. */
    void strikeAnything() {
        FaultKind[] always = quiet
                ? new FaultKind[] {FaultKind.UPSTREAM_ABORT}
                : new FaultKind[] {FaultKind.CRASH, FaultKind.UPSTREAM_ABORT, FaultKind.ZOMBIE};
        Instance target = instances.get(world.random().nextInt(instances.size()));
        strike(always[world.random().nextInt(always.length)], target);
    }

    private boolean strikes(Planned planned) {
        for (Instance instance : instances) {
            if ((instance.phase() == planned.phase() || planned.anyPhase())
                    && !instance.isFrozen()
                    && world.random().nextInt(3) == 0
                    && strike(planned.kind(), instance)) {
                world.course().note(instance.name(), planned.kind().name());
                return true;
            }
        }
        return false;
    }

    /**
     * Strikes a fault. Returns false if it cannot strike now. A fault that strikes a call is counted when the call
     * comes.
     */
    private boolean strike(FaultKind kind, Instance instance) {
        FaultPoint point = kind.point();
        if (point != null) {
            arm(kind, point, instance);
            return true;
        }
        EnginePhase phase = instance.phase();
        if (!kind.canStrike(phase)) {
            return false;
        }
        if (!kind.fits(world.setup())) {
            return false;
        }
        boolean counts = !kind.countsLater();
        boolean done = strikeNow(kind, instance);
        if (done && counts) {
            world.table().count(kind, phase);
        }
        return done;
    }

    /**
     * Makes the fault strike the next call. If such a call comes only after another fault, this strikes the other fault
     * too.
     */
    private void arm(FaultKind kind, FaultPoint point, Instance instance) {
        FaultInjector faults = world.kafka().faults();
        String client = client(point, instance);
        faults.strikeNext(client, point, kind.effect());
        if (point == FaultPoint.ABORT_TRANSACTION) {
            if (world.random().nextBoolean()) {
                faults.strikeNext(client, FaultPoint.SEND, FaultEffect.RECORD_REFUSED);
            } else {
                faults.strikeNext(client, FaultPoint.SEND_OFFSETS, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
            }
        }
    }

    private boolean strikeNow(FaultKind kind, Instance instance) {
        RandomGenerator random = world.random();
        switch (kind) {
            case CRASH -> instance.crash();
            case CRASH_IN_CALL -> {
                return armCrash(instance);
            }
            case CLOSE -> {
                instance.close(random.nextBoolean());
                if (random.nextBoolean()) {
                    users.holdLane(instance); // so that draining takes longer
                }
            }
            case ZOMBIE -> instance.freezeUntil(world.course().step() + 50 + random.nextInt(300));
            case SLOW_RECORD, SLOW_INIT -> {
                return users.holdLane(instance);
            }
            case FAILING_INIT -> {
                return users.failInit(instance);
            }
            case LONG_CALL -> users.takeLong();
            case FAILING_CALLBACK -> users.failCallback();
            case FAILING_RECORD -> world.code().failNext(1 + random.nextInt(4));
            case BROKER_DOWN -> world.kafka().disruptions().restartBroker(20 + random.nextInt(3_000));
            case FENCE -> world.kafka().disruptions().fence(transactionalId());
            case REBALANCE -> world.kafka().disruptions().rebalance(Setup.APPLICATION);
            case SESSION_LOST -> {
                return loseSession(instance);
            }
            case COMPACTION -> logs.compact(false);
            case TIME_OFF -> {
                return logs.takeTimeOff();
            }
            case OTHER_OWNER -> {
                return changeOwner(instance);
            }
            case FAILING_APPLY -> instance.failNextWrite();
            case PRODUCER_THREAD_DEAD -> {
                return clients.loseProducerThread(instance);
            }
            case ADMIN_THREAD_DEAD -> {
                return clients.loseAdminThread(instance);
            }
            case CALL_THROWS, ERROR_IN_CALL, CALL_LATE -> clients.arm(kind, instance);
            case TOPIC_MISSING -> {
                return logs.hideTopic();
            }
            case TOPIC_DELETED -> {
                return logs.deleteTopic();
            }
            case LOG_TRUNCATED -> {
                return logs.loseNewest();
            }
            case POISON_RECORD -> inputs.poisonNext(1 + random.nextInt(3));
            case UPSTREAM_ABORT -> inputs.writeAndAbort(1 + random.nextInt(5));
            default -> throw new IllegalArgumentException("not by the simulation, kind=" + kind);
        }
        return true;
    }

    /**
     * All processes of the owner die, one of them maybe within a commit or abort that is decided and whose markers take
     * long. The next processes are the other owner's.
     */
    private boolean changeOwner(Instance instance) {
        InstanceProcess process = instance.process();
        if (process == null || leaving != null) {
            return false;
        }
        leaving = instance;
        Owner owner = world.owner();
        if (!owner.isExactlyOnce(world.setup()) || world.random().nextInt(4) == 0) {
            instance.crash();
            return true;
        }
        FaultInjector faults = world.kafka().faults();
        faults.spreadMarkersOver(FOREIGN_MARKERS_MS_MAX);
        faults.strikeNext(owner.transactionalId(0), FaultPoint.MARKERS, FaultEffect.SLOW);
        faults.strikeNext(owner.transactionalId(1), FaultPoint.MARKERS, FaultEffect.SLOW);
        Crash.OutsideCall[] calls = {
            Crash.OutsideCall.OFFSETS, Crash.OutsideCall.COMMIT, Crash.OutsideCall.COMMIT, Crash.OutsideCall.ABORT
        };
        Crash.OutsideCall call = calls[world.random().nextInt(calls.length)];
        if (call == Crash.OutsideCall.ABORT) {
            ClientIds clients = new ClientIds(instance.name());
            faults.strikeNext(clients.producer(0), FaultPoint.SEND, FaultEffect.RECORD_REFUSED);
            faults.strikeNext(clients.producer(1), FaultPoint.SEND, FaultEffect.RECORD_REFUSED);
        }
        process.crash().at(call, 1, true);
        return true;
    }

    private void completeChange() {
        if (leaving != null && !leaving.isUp()) {
            world.course().note(leaving.name(), "was the last of " + world.owner());
            leaving = null;
            instances.forEach(Instance::crash);
            world.changeOwner();
            world.kafka().faults().spreadMarkersOver(MARKERS_MS_MAX);
        }
    }

    private boolean armCrash(Instance instance) {
        InstanceProcess process = instance.process();
        if (process == null) {
            return false;
        }
        Crash.OutsideCall[] calls = Crash.OutsideCall.values();
        process.crash()
                .at(
                        calls[world.random().nextInt(calls.length)],
                        1 + world.random().nextInt(3),
                        world.random().nextBoolean());
        return true;
    }

    private static boolean loseSession(Instance instance) {
        MemoryConsumer member =
                instance.process() == null ? null : instance.process().member();
        if (member == null) {
            return false;
        }
        member.loseSession();
        return true;
    }

    private String client(FaultPoint point, Instance instance) {
        ClientIds clients = new ClientIds(instance.name());
        return switch (point) {
            case MARKERS -> transactionalId();
            case POLL, COMMIT_OFFSETS, FETCH_COMMITTED -> clients.consumer();
            case LOOKUP -> world.random().nextBoolean() ? clients.admin() : clients.restoreConsumer();
            case SEND, FLUSH, INIT_TRANSACTIONS, SEND_OFFSETS, COMMIT_TRANSACTION, ABORT_TRANSACTION ->
                clients.producer(world.setup().exactlyOnce() ? world.random().nextInt(2) : 0);
        };
    }

    private String transactionalId() {
        return world.owner().transactionalId(world.random().nextInt(2));
    }

    /** Counts a fault that has struck a call, in the phase of the instance that made it. */
    void onStrike(String clientId, FaultPoint point, FaultEffect effect, @Nullable Instance stepping) {
        Instance struck = stepping;
        for (Instance instance : instances) {
            if (clientId.startsWith(instance.name() + "-")) {
                struck = instance;
            }
        }
        if (struck != null) {
            world.table().count(FaultKind.of(point, effect), struck.phase());
        }
    }
}
