package org.stoatflow.runtime.lifecycle;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.failure.FailureClassifier;
import org.stoatflow.runtime.failure.Outage;
import org.stoatflow.runtime.failure.RepeatedFailure;
import org.stoatflow.runtime.failure.RestartStrategy;
import org.stoatflow.runtime.global.GlobalFailure;
import org.stoatflow.runtime.global.StartHandover;
import org.stoatflow.runtime.group.EndOfAllException;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.metrics.EngineEvent;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.run.AbandonedRun;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.streams.processor.TaskId;

/**
 * Decides whether an application goes on after a failure, and where it begins again: from this run's last commit with
 * the state as it is, from the offsets committed in the cluster, from planning, or not at all. Owner: the dispatcher's
 * thread.
 */
final class Restarter {
    private static final Logger LOG = LoggerFactory.getLogger(Restarter.class);

    /** How many failures there may be in a row, none of which the application has come to go on after. */
    private static final int FAILURES_MAX = 10;

    private static final String RECOVERS_FIRST = "Starting again at once has failed; it recovers first";

    private final Phases phases;
    private final EngineListener listener;
    private final Clock clock;
    private final MetricsListener meters;
    private final CloseRequest close;
    private final Outage outage;
    private final RestartStrategy restarts;
    private final StartHandover start;
    private final RepeatedFailure repeated = new RepeatedFailure();

    Restarter(
            Phases phases,
            RestartStrategy restarts,
            EngineListener listener,
            Environment environment,
            CloseRequest close,
            Outage outage,
            StartHandover start) {
        this.phases = phases;
        this.listener = listener;
        this.clock = environment.clock();
        this.meters = environment.meters();
        this.close = close;
        this.outage = outage;
        this.restarts = restarts;
        this.start = start;
    }

    /** Forgets the restarts so far: failures from before the end of an outage must not end the application after it. */
    void onOutageEnd() {
        restarts.forgive();
        phases.onOutageEnd();
    }

    /** Whether the application goes on after the failure. If so, it is already in the phase with which it goes on. */
    boolean goesOnAfter(Throwable failure) {
        Throwable now = failure;
        for (int failures = 1; failures <= FAILURES_MAX; failures++) {
            try {
                return startAgainAfter(now);
            } catch (Throwable another) { // of a client, which counts as a failure like any other
                LOG.warn("Going on after {} has failed", failure.toString(), another);
                hide(another, failure);
                now = another;
            }
        }
        return false;
    }

    @SuppressWarnings("ReferenceEquality") // an exception refuses to suppress itself, not one that is equal
    private static void hide(Throwable another, Throwable failure) {
        if (another != failure) { // a handler may throw what it is told
            failure.addSuppressed(another);
        }
    }

    /** Whether the uncaught-exception handler wants the application to go on. One that throws does not. */
    private boolean mayGoOn(Throwable failure, Throwable told) {
        try {
            return listener.restartAfter(told);
        } catch (Throwable another) { // user code may throw anything; the caller closes what is open
            hide(another, failure);
            return false;
        }
    }

    private boolean startAgainAfter(Throwable failure) {
        count(failure);
        Phase failed = phases.current();
        if (failure instanceof EndOfAllException) { // another instance's handler has been asked
            failed.abandon();
            return false;
        }
        if (FailureClassifier.isOfVirtualMachine(failure)) {
            return startOver(failed, failure);
        }
        if (FailureClassifier.isMendedByOpening(failure) && !(failed instanceof PlanningPhase)) {
            return beginAgain(failed, failure, "the disk has failed the state");
        }
        if (FailureClassifier.isOfConsumersThread(failure) && failed instanceof MemberPhase) {
            return beginAgain(failed, failure, "a thread of the consumer has ended");
        }
        if (failure instanceof GlobalFailure ofGlobals) {
            return tellOf(ofGlobals);
        }
        if (!close.isAsked() && failed instanceof OpeningPhase opening && opening.recoversFirst(failure)) {
            recoverFirst(opening, failure);
            return true;
        }
        if (!close.isAsked() && outage.explains(failure)) {
            return goOnWithoutAnswer(failed, failure);
        }
        if (failed instanceof MemberPhase member
                && member.goesOnInPlaceAfter(failure)
                && !FailureClassifier.isFinal(failure)) {
            return goOnInPlace(member, failure);
        }
        return startOver(failed, failure);
    }

    /**
     * Tells the uncaught-exception handler, unless who has started the application still waits for the stores and is
     * told. Whatever it answers, nothing else writes the global stores. The handler may take its time, so the run ends
     * first: it must not commit what it joins with rows that nobody keeps current.
     */
    private boolean tellOf(GlobalFailure failure) {
        phases.current().abandon();
        Throwable cause = failure.reason();
        if (!close.isAsked() && !start.tell(failure) && mayGoOn(failure, cause)) {
            LOG.warn("What follows the global stores cannot be replaced; the application ends");
        }
        return false;
    }

    private void count(Throwable failure) {
        meters.onFailure(new ApplicationStatus.Failure(
                Instant.ofEpochMilli(clock.millis()), phases.current().name().name(), shown(failure)));
        if (FailureClassifier.isOfBrokenEpoch(failure)) {
            meters.onEvent(EngineEvent.EPOCH_BROKEN);
        } else if (FailureClassifier.isOfStuckEpoch(failure)) {
            meters.onEvent(EngineEvent.EPOCH_STUCK);
        }
    }

    private static String shown(Throwable failure) {
        return failure instanceof GlobalFailure ofGlobals
                ? "global stores: " + FailureClassifier.types(ofGlobals.reason())
                : FailureClassifier.shown(failure);
    }

    /**
     * Begins again with planning, where the state is opened again, and what is damaged there is mended; and where there
     * is a new consumer. The user's handler is asked only where that does not help.
     */
    private boolean beginAgain(Phase failed, Throwable failure, String why) {
        Optional<AbandonedRun> abandoned = failed.abandon();
        if (close.isAsked() || failed.name() == PhaseName.ENDED || !mayRestart(failure, abandoned)) {
            return false;
        }
        LOG.warn("Starting over, since {}: {}", why, failure.getMessage(), failure);
        phases.startOver(why);
        return true;
    }

    /**
     * Counts a restart, unless the user's handler does not want one. It is asked where there were too many of them, and
     * where another attempt would only meet the same again. After an epoch that was too large, the next one has fewer
     * records, until it has one: that is bound enough.
     */
    private boolean mayRestart(Throwable failure, Optional<AbandonedRun> abandoned) {
        if (FailureClassifier.epochTooLarge(failure) == null) {
            boolean committed = hasCommitted(abandoned);
            boolean mayHelp = !meetsTheSame(failure, committed);
            if (!restarts.allow(clock.nanos(), committed) || !mayHelp) {
                if (!mayGoOn(failure, FailureClassifier.told(failure))) {
                    return false;
                }
                restarts.forgive();
            }
        }
        meters.onEvent(EngineEvent.RESTART);
        return true;
    }

    /** Whether a handler has said that a record fails, or the same record or processor has failed before. */
    private boolean meetsTheSame(Throwable failure, boolean committed) {
        return repeated.isAgain(failure, committed) || FailureClassifier.isVerdict(failure);
    }

    private boolean goOnInPlace(MemberPhase failed, Throwable failure) {
        Optional<AbandonedRun> abandoned = failed.abandon();
        if (close.isAsked() || !mayRestart(failure, abandoned)) {
            return false;
        }
        if (failed.plan().source().isSpoilt()) {
            startOverWithAnotherConsumer(failure);
            return true;
        }
        LOG.warn("Starting again in place, from the last commit, after: {}", failure.getMessage(), failure);
        phases.pause(failed.plan(), restarts.pauseNs(), "restarting after a failure");
        Set<TaskId> corrupted = FailureClassifier.corrupted(failure);
        if (!corrupted.isEmpty()) {
            LOG.warn(
                    "Detected the states of tasks {} are corrupted, as a processor says. They are restored from"
                            + " scratch",
                    corrupted);
            phases.restoreAnew(corrupted);
        } else if (phases.isExactlyOnce() && FailureClassifier.isOfProcessing(failure)) {
            abandoned.ifPresent(run -> goOnFromCommitted(failed.plan(), run));
        }
        return true;
    }

    private void startOverWithAnotherConsumer(Throwable failure) {
        LOG.warn("Starting over, with a new consumer, after: {}", failure.getMessage(), failure);
        phases.startOver(Phases.NEW_CONSUMER);
    }

    /**
     * Begins the next run at once where the state holds all that is committed, so that there is nothing to restore, and
     * where no pause is due. Otherwise the application stays in its pause, and recovers after it. What processors have
     * written to a store of the user's at once cannot be taken back, so that such stores are opened anew, and broken
     * ones are.
     */
    private void goOnFromCommitted(MemberPlan plan, AbandonedRun abandoned) {
        if (!abandoned.finishCommit()
                || !abandoned.areLanesBack()
                || restarts.pauseNs() > 0
                || plan.plan().hasStoresWrittenAtOnce()
                || plan.state().areUsersBroken()
                || !plan.membership().revoked().isEmpty()) {
            return;
        }
        try {
            phases.openAtOnce(plan, abandoned.behindCommitted());
        } catch (Throwable another) { // the recovery meets the failure again
            if (phases.current() instanceof OpeningPhase begun) { // which may not have begun all that it begins with
                recoverFirst(begun, another);
            } else {
                LOG.warn(RECOVERS_FIRST, another);
            }
        }
    }

    /** Lets a run be that has begun at once and has not come to be open, such as by a processor's {@code init}. */
    private void recoverFirst(OpeningPhase begun, Throwable failure) {
        LOG.warn(RECOVERS_FIRST, failure);
        begun.abandon();
        phases.pause(begun.plan(), restarts.pauseNs(), "restarting after a failure");
    }

    /**
     * Goes on after a failure for want of an answer, as long as patience lasts. Such a failure does not count as a
     * restart.
     */
    private boolean goOnWithoutAnswer(Phase failed, Throwable failure) {
        Optional<AbandonedRun> abandoned = failed.abandon();
        abandoned.ifPresent(run -> settleOver(failed, run));
        if (!outage.allows(failure, hasCommitted(abandoned))) {
            if (!mayGoOn(failure, failure)) {
                return false;
            }
            outage.forgive();
        }
        meters.onEvent(EngineEvent.RESTART);
        String why = "no answer from the brokers";
        if (FailureClassifier.isFenced(failure)) {
            phases.startOver(why); // a fenced consumer cannot join again
            return true;
        }
        if (failed instanceof MemberPhase member && member.plan().source().isSpoilt()) {
            startOverWithAnotherConsumer(failure);
            return true;
        }
        switch (failed) {
            case NotOwnerPhase waiting -> phases.join(waiting.plan(), why);
            case MemberPhase member -> phases.pause(member.plan(), TimeSpans.nanos(Lifecycle.START_OVER_PAUSE), why);
            case PlanningPhase planning -> phases.startOver(why);
            case SubscribingPhase subscribing -> phases.startOver(why);
            case GlobalsPhase ofGlobals -> phases.startOver(why);
            case EndedPhase ended -> {
                return false;
            }
        }
        return true;
    }

    /**
     * Has the stores stay that processors have written to at once, as in Kafka Streams, where a failure for want of an
     * answer leaves them alone: where all in them is committed, or where it may be written twice.
     */
    private void settleOver(Phase failed, AbandonedRun abandoned) {
        if (abandoned.areLanesBack() && (abandoned.isDrained() || !phases.isExactlyOnce())) {
            failed.member().ifPresent(plan -> plan.state().settleUsers());
        }
    }

    /**
     * Begins again with planning, if the user's handler asks for it. This is for failures after which there is no
     * position, or no client, to go on with.
     */
    private boolean startOver(Phase failed, Throwable failure) {
        failed.abandon();
        if (close.isAsked() || failed.name() == PhaseName.ENDED || !mayGoOn(failure, FailureClassifier.told(failure))) {
            return false;
        }
        meters.onEvent(EngineEvent.RESTART);
        LOG.warn("Starting over, as the uncaught exception handler asks, after: {}", failure.getMessage(), failure);
        phases.startOver("starting over");
        return true;
    }

    private static boolean hasCommitted(Optional<AbandonedRun> abandoned) {
        return abandoned.map(AbandonedRun::hasCommitted).orElse(false);
    }
}
