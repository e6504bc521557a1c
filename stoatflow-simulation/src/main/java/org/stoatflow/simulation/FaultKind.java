package org.stoatflow.simulation;

import static org.stoatflow.simulation.EnginePhase.ADDING_OFFSETS;
import static org.stoatflow.simulation.EnginePhase.APPLYING;
import static org.stoatflow.simulation.EnginePhase.COMMITTING;
import static org.stoatflow.simulation.EnginePhase.DOWN;
import static org.stoatflow.simulation.EnginePhase.DRAINING;
import static org.stoatflow.simulation.EnginePhase.FILLING;
import static org.stoatflow.simulation.EnginePhase.OPENING;
import static org.stoatflow.simulation.EnginePhase.PAUSING;
import static org.stoatflow.simulation.EnginePhase.PLANNING;
import static org.stoatflow.simulation.EnginePhase.RECOVERING;
import static org.stoatflow.simulation.EnginePhase.RESTORING;
import static org.stoatflow.simulation.EnginePhase.SENDING;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.FaultEffect;
import org.stoatflow.memorykafka.FaultPoint;

/** The kinds of faults, each with the phases in which it can strike. */
enum FaultKind {
    // Faults that the simulation brings on a process.
    CRASH(alive()),
    CRASH_IN_CALL(RECOVERING, RESTORING, SENDING, ADDING_OFFSETS, COMMITTING, APPLYING, DRAINING),
    CLOSE(alive()),
    ZOMBIE(polling()),
    OTHER_LANE_COUNT(PLANNING),
    OTHER_OWNER(alive()),
    SLOW_RECORD(FILLING, SENDING, ADDING_OFFSETS, COMMITTING, APPLYING, DRAINING),
    FAILING_RECORD(FILLING, SENDING, ADDING_OFFSETS, COMMITTING, APPLYING, DRAINING),
    SLOW_INIT(OPENING),
    FAILING_INIT(OPENING),

    FAILING_APPLY(APPLYING, DRAINING, SENDING),
    PRODUCER_THREAD_DEAD(
            PAUSING, RECOVERING, RESTORING, OPENING, FILLING, SENDING, ADDING_OFFSETS, COMMITTING, APPLYING, DRAINING),
    ADMIN_THREAD_DEAD(alive()),

    // Faults that the simulation brings on the cluster.
    BROKER_DOWN(all()),
    FENCE(alive()),
    REBALANCE(alive()),
    SESSION_LOST(polling()),
    COMPACTION(all()),
    TIME_OFF(DOWN, FILLING),
    UPSTREAM_ABORT(all()),
    POISON_RECORD(all()),
    TOPIC_MISSING(all()),
    TOPIC_DELETED(all()),
    LOG_TRUNCATED(all()),

    // Calls that do what the table of calls says.
    CALL_THROWS(alive()),
    ERROR_IN_CALL(alive()),
    CALL_LATE(alive()),

    // Faults that strike a call of a client.
    SEND_TOO_LARGE(FaultPoint.SEND, FaultEffect.RECORD_TOO_LARGE, EnumSet.of(SENDING, DRAINING)),
    SEND_REFUSED(FaultPoint.SEND, FaultEffect.RECORD_REFUSED, EnumSet.of(SENDING, DRAINING)),
    SEND_LOST(FaultPoint.SEND, FaultEffect.TIMEOUT_WITHOUT_EFFECT, EnumSet.of(SENDING, DRAINING)),
    SEND_UNANSWERED(FaultPoint.SEND, FaultEffect.TIMEOUT_WITH_EFFECT, EnumSet.of(SENDING, DRAINING)),
    SEND_FENCED(FaultPoint.SEND, FaultEffect.FENCE, sending()),
    SEND_FAILS_PRODUCER(FaultPoint.SEND, FaultEffect.PRODUCER_FAILS, EnumSet.of(SENDING, DRAINING)),
    SEND_ANSWERED_TWICE(FaultPoint.SEND, FaultEffect.CALLED_BACK_TWICE, EnumSet.of(SENDING, DRAINING)),
    FLUSH_LOST(FaultPoint.FLUSH, FaultEffect.TIMEOUT_WITHOUT_EFFECT, EnumSet.of(SENDING, COMMITTING, DRAINING)),
    FLUSH_UNANSWERED(FaultPoint.FLUSH, FaultEffect.TIMEOUT_WITH_EFFECT, EnumSet.of(SENDING, COMMITTING, DRAINING)),
    INIT_LOST(FaultPoint.INIT_TRANSACTIONS, FaultEffect.TIMEOUT_WITHOUT_EFFECT, EnumSet.of(RECOVERING)),
    INIT_UNANSWERED(FaultPoint.INIT_TRANSACTIONS, FaultEffect.TIMEOUT_WITH_EFFECT, EnumSet.of(RECOVERING)),
    OFFSETS_LOST(FaultPoint.SEND_OFFSETS, FaultEffect.TIMEOUT_WITHOUT_EFFECT, EnumSet.of(ADDING_OFFSETS, DRAINING)),
    OFFSETS_UNANSWERED(FaultPoint.SEND_OFFSETS, FaultEffect.TIMEOUT_WITH_EFFECT, EnumSet.of(ADDING_OFFSETS, DRAINING)),
    OFFSETS_FENCED(FaultPoint.SEND_OFFSETS, FaultEffect.FENCE, EnumSet.of(ADDING_OFFSETS, DRAINING)),
    COMMIT_LOST(
            FaultPoint.COMMIT_TRANSACTION,
            FaultEffect.TIMEOUT_WITHOUT_EFFECT,
            EnumSet.of(PAUSING, COMMITTING, DRAINING)),
    COMMIT_UNANSWERED(
            FaultPoint.COMMIT_TRANSACTION, FaultEffect.TIMEOUT_WITH_EFFECT, EnumSet.of(PAUSING, COMMITTING, DRAINING)),
    COMMIT_FENCED(FaultPoint.COMMIT_TRANSACTION, FaultEffect.FENCE, EnumSet.of(PAUSING, COMMITTING, DRAINING)),
    ABORT_LOST(
            FaultPoint.ABORT_TRANSACTION,
            FaultEffect.TIMEOUT_WITHOUT_EFFECT,
            EnumSet.of(PAUSING, SENDING, ADDING_OFFSETS, DRAINING)),
    ABORT_UNANSWERED(
            FaultPoint.ABORT_TRANSACTION,
            FaultEffect.TIMEOUT_WITH_EFFECT,
            EnumSet.of(PAUSING, SENDING, ADDING_OFFSETS, DRAINING)),
    ABORT_FENCED(
            FaultPoint.ABORT_TRANSACTION, FaultEffect.FENCE, EnumSet.of(PAUSING, SENDING, ADDING_OFFSETS, DRAINING)),
    MARKERS_SLOW(FaultPoint.MARKERS, FaultEffect.SLOW, ending()),
    SOURCE_COMMIT_LOST(
            FaultPoint.COMMIT_OFFSETS,
            FaultEffect.TIMEOUT_WITHOUT_EFFECT,
            EnumSet.of(DOWN, FILLING, SENDING, DRAINING)),
    SOURCE_COMMIT_UNANSWERED(
            FaultPoint.COMMIT_OFFSETS, FaultEffect.TIMEOUT_WITH_EFFECT, EnumSet.of(DOWN, FILLING, SENDING, DRAINING)),
    COMMITTED_LOST(FaultPoint.FETCH_COMMITTED, FaultEffect.TIMEOUT_WITHOUT_EFFECT, EnumSet.of(RECOVERING)),
    LOOKUP_LOST(FaultPoint.LOOKUP, FaultEffect.TIMEOUT_WITHOUT_EFFECT, EnumSet.of(PLANNING, RECOVERING)),
    POLL_EMPTY(FaultPoint.POLL, FaultEffect.SLOW, polling()),
    REDELIVERY(FaultPoint.POLL, FaultEffect.REWIND, polling()),
    POLL_EXPIRED(FaultPoint.POLL, FaultEffect.LOSE_SESSION, polling()),
    HEARTBEAT_DEAD(FaultPoint.POLL, FaultEffect.LOSE_HEARTBEAT, polling()),
    NEXT_OFFSETS_DROPPED(FaultPoint.POLL, FaultEffect.DROP_NEXT_OFFSETS, polling()),

    // Faults of user code, which strike some of the seeds: so the other seeds are what they were.
    LONG_CALL(FILLING, SENDING, ADDING_OFFSETS, COMMITTING, APPLYING, DRAINING),
    FAILING_CALLBACK(all());

    private static final FaultKind[] DRAWN = kinds(false);
    private static final FaultKind[] OF_USERS = kinds(true);

    private final @Nullable FaultPoint point;
    private final FaultEffect effect;

    @SuppressWarnings("ImmutableEnumChecker") // handed out as a copy
    private final Set<EnginePhase> phases;

    FaultKind(EnginePhase first, EnginePhase... others) {
        this(EnumSet.of(first, others));
    }

    FaultKind(Set<EnginePhase> phases) {
        this.point = null;
        this.effect = FaultEffect.NONE;
        this.phases = phases;
    }

    FaultKind(FaultPoint point, FaultEffect effect, Set<EnginePhase> phases) {
        this.point = point;
        this.effect = effect;
        this.phases = phases;
    }

    /** The call that the fault strikes; null if the simulation itself strikes. */
    @Nullable
    FaultPoint point() {
        return point;
    }

    FaultEffect effect() {
        return effect;
    }

    boolean canStrike(EnginePhase phase) {
        return phases.contains(phase);
    }

    /** The phases in which the fault can strike. */
    EnginePhase[] phases() {
        return phases.toArray(EnginePhase[]::new);
    }

    /** Whether it is counted when the call comes that it waits for, and not when it begins to wait. */
    boolean countsLater() {
        return switch (this) {
            case CRASH_IN_CALL,
                    FAILING_RECORD,
                    LONG_CALL,
                    FAILING_CALLBACK,
                    FAILING_APPLY,
                    CALL_THROWS,
                    ERROR_IN_CALL,
                    CALL_LATE -> true;
            default -> false;
        };
    }

    /** The kinds of which most of the faults of a seed are drawn. */
    static FaultKind[] drawn() {
        return DRAWN.clone();
    }

    /** The kinds that strike the seeds of {@link Setup#strikesUsers} besides. */
    static List<FaultKind> ofUsers(Setup setup) {
        return Arrays.stream(OF_USERS).filter(kind -> kind.fits(setup)).toList();
    }

    private static FaultKind[] kinds(boolean ofUsers) {
        return Arrays.stream(values())
                .filter(kind -> ofUsers == (kind == LONG_CALL || kind == FAILING_CALLBACK))
                .toArray(FaultKind[]::new);
    }

    /** Whether it is drawn as all others are; each of the two that are not has a way of its own. */
    boolean strikesByItself() {
        return this != OTHER_LANE_COUNT && this != OTHER_OWNER;
    }

    /** Whether the fault can strike in such a seed. */
    boolean fits(Setup setup) {
        return switch (this) {
            case POISON_RECORD -> setup.program().leavesOut();
            case TOPIC_DELETED -> setup.program().isOfPattern();
            case LOG_TRUNCATED -> setup.program().mayLoseInput();
            default -> fits(setup.exactlyOnce());
        };
    }

    private boolean fits(boolean exactlyOnce) {
        return switch (this) {
            case FENCE, SEND_FENCED, FLUSH_LOST, FLUSH_UNANSWERED, MARKERS_SLOW -> exactlyOnce;
            case SOURCE_COMMIT_LOST, SOURCE_COMMIT_UNANSWERED -> !exactlyOnce;
            default ->
                exactlyOnce
                        || point != FaultPoint.INIT_TRANSACTIONS
                                && point != FaultPoint.SEND_OFFSETS
                                && point != FaultPoint.COMMIT_TRANSACTION
                                && point != FaultPoint.ABORT_TRANSACTION;
        };
    }

    static FaultKind of(FaultPoint point, FaultEffect effect) {
        for (FaultKind kind : values()) {
            if (kind.point == point && kind.effect == effect) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind of fault for point=" + point + " effect=" + effect);
    }

    private static Set<EnginePhase> all() {
        return EnumSet.allOf(EnginePhase.class);
    }

    private static Set<EnginePhase> alive() {
        return EnumSet.complementOf(EnumSet.of(DOWN));
    }

    /**
     * The phases in which the instance is a member of its group, so that a poll can come. While it polls, the committer
     * can be in any of its own phases.
     */
    private static Set<EnginePhase> polling() {
        return EnumSet.complementOf(EnumSet.of(DOWN, PLANNING));
    }

    /**
     * The phases in which a transaction can end: by a commit, by an abort, when its id is initialised anew, and when
     * its producer is closed.
     */
    private static Set<EnginePhase> ending() {
        return EnumSet.of(DOWN, PAUSING, RECOVERING, SENDING, ADDING_OFFSETS, COMMITTING, DRAINING);
    }

    private static Set<EnginePhase> sending() {
        return EnumSet.of(SENDING, DRAINING);
    }
}
