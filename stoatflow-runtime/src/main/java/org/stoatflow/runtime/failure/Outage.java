package org.stoatflow.runtime.failure;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.kernel.time.MinuteReminder;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.NoAnswerException;

/**
 * Knows whether the brokers answer, and decides for how long the application goes on where they do not. It sends the
 * cluster a small request every few seconds and never waits for the answer. It logs when an outage begins, now and then
 * that it lasts, and when it ends.
 *
 * <p>Patience is that of Kafka Streams. A phase that has nothing begun waits for the brokers for ever. An attempt that
 * failed because they do not answer is repeated for {@code task.timeout.ms} and {@link #ATTEMPTS}. That time counts
 * from the first failure of a series. The end of an outage ends the series, and so does a commit, or as long a time
 * without a failure. Owner: the dispatcher's thread.
 */
public final class Outage {
    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);
    private static final long ASKED_AGAIN_NS = TimeSpans.nanos(Duration.ofSeconds(5));
    private static final long ASKED_AGAIN_IN_OUTAGE_NS = TimeSpans.nanos(Duration.ofSeconds(1));

    /**
     * Kafka Streams' clients try for a minute before Kafka Streams counts a first failure, and for another minute at
     * the end.
     */
    private static final Duration ATTEMPTS = Duration.ofMinutes(2);

    /** How long after an outage the group's coordinator may still be working off requests from before and during it. */
    private static final long JOINS_SETTLE_NS = TimeSpans.nanos(Duration.ofMinutes(1));

    private final Probe probe;
    private final Clock clock;
    private final String who;
    private final String answer;
    private final Duration patience;
    private final MinuteReminder reminder = new MinuteReminder();

    /**
     * Shared. Written by: the dispatcher's thread. Read by: status. Safe: volatile, one writer. Proof:
     * SharedFieldsTest.
     */
    private volatile Brokers brokers = Brokers.UNKNOWN;

    private long answeredNs;
    private @Nullable Long overNs;
    private @Nullable Failing failing;

    /** What is known of the brokers. */
    private enum Brokers {
        /** No request has been answered or has failed yet. */
        UNKNOWN,
        /** The last request was answered. */
        ANSWER,
        /** The last request was not answered. */
        SILENT
    }

    /** A series of failures for want of an answer, with no commit since the first. */
    private record Failing(long sinceNs, long lastNs, boolean givenUp) {}

    /**
     * @param servers the addresses that the user has given
     * @param taskTimeout {@code task.timeout.ms}; where it is 0, the first failure counts
     */
    public Outage(ClusterTopics cluster, Clock clock, String applicationId, String servers, Duration taskTimeout) {
        this.clock = clock;
        this.who = "Kafka at " + servers + " does not answer application " + applicationId;
        this.answer = "Kafka at " + servers + " answers application " + applicationId;
        this.patience = taskTimeout.isZero() ? taskTimeout : taskTimeout.plus(ATTEMPTS);
        this.answeredNs = clock.nanos();
        this.probe = new Probe(cluster, answeredNs);
    }

    /** Whether the brokers have been asked, and have not answered. */
    public boolean isOn() {
        return brokers == Brokers.SILENT;
    }

    /** Whether the last request was answered. */
    public boolean isAnswered() {
        return brokers == Brokers.ANSWER;
    }

    /**
     * Asks the brokers, and takes in their answers. Called before each step of the lifecycle.
     *
     * @return whether an outage has ended
     */
    public boolean watch() {
        boolean wasOn = isOn();
        ask();
        return wasOn && !isOn();
    }

    private void ask() {
        long nowNs = clock.nanos();
        switch (probe.look(isOn(), nowNs)) {
            case NOTHING -> {}
            case ANSWER -> onAnswer(nowNs);
            case SILENCE -> onSilence(nowNs);
        }
    }

    private void onAnswer(long nowNs) {
        if (isOn()) {
            LOG.info("{} again, after {} s", answer, seconds(nowNs - answeredNs));
            failing = null;
            overNs = nowNs;
        }
        brokers = Brokers.ANSWER;
        answeredNs = nowNs;
        probe.askAt(nowNs + ASKED_AGAIN_NS);
    }

    private void onSilence(long nowNs) {
        if (!isOn()) {
            brokers = Brokers.SILENT;
            reminder.begin(nowNs);
            LOG.warn(
                    "{}: no answer for {} s. It goes on trying. Check that the brokers run and can be reached"
                            + " from here",
                    who,
                    seconds(nowNs - answeredNs));
        } else if (reminder.isDue(nowNs)) {
            LOG.warn("{}: no answer for {} s. It goes on trying", who, seconds(nowNs - answeredNs));
        }
        probe.askAt(nowNs + ASKED_AGAIN_IN_OUTAGE_NS);
    }

    /**
     * Whether the brokers' silence has caused the failure: its type says so, or they do not answer at this moment. A
     * fence counts, too: in an outage the consumer sends one request to join after another; when the brokers are back,
     * they give the place to the request that they handle last, and fence the member whose request they have answered.
     */
    public boolean explains(Throwable failure) {
        if (FailureClassifier.isFenced(failure)) {
            return isOn() || overNs != null && clock.nanos() - overNs < JOINS_SETTLE_NS;
        }
        return !FailureClassifier.isFinal(failure)
                && !FailureClassifier.isRefusal(failure)
                && !FailureClassifier.isOfBrokenEpoch(failure)
                && !FailureClassifier.isOfStuckEpoch(failure)
                && (FailureClassifier.isNoAnswer(failure) || isOn() && !FailureClassifier.isOfProcessing(failure));
    }

    /**
     * Notes a failure that {@link #explains} is true for.
     *
     * @param progressed whether anything was committed since the last such failure
     * @return whether to go on; false once patience is over
     */
    public boolean allows(Throwable failure, boolean progressed) {
        long nowNs = clock.nanos();
        Failing now = next(failing, nowNs, progressed);
        failing = now;
        if (now.givenUp() || nowNs - now.sinceNs() >= TimeSpans.nanos(patience)) {
            return false;
        }
        tell(failure);
        LOG.debug("The failure", failure);
        return true;
    }

    /** Where the probe is answered, the failure may be one client's alone. */
    private void tell(Throwable failure) {
        if (isAnswered()) {
            LOG.warn(
                    "{}, but a call of its clients has timed out. It starts again in place, and goes on trying, after:"
                            + " {} ({})",
                    answer,
                    failure.getMessage(),
                    FailureClassifier.types(failure));
        } else {
            LOG.warn("{} in time. It starts again in place, and goes on trying, after: {}", who, failure.getMessage());
        }
    }

    /** A failure begins a new series after a commit, or where the last failure is longer ago than patience lasts. */
    private Failing next(@Nullable Failing before, long nowNs, boolean progressed) {
        if (before != null
                && !progressed
                && (before.givenUp() || nowNs - before.lastNs() <= TimeSpans.nanos(patience))) {
            return new Failing(before.sinceNs(), nowNs, before.givenUp());
        }
        return new Failing(nowNs, nowNs, false);
    }

    /**
     * Called where something is begun and the brokers do not answer: returns while patience lasts, and throws once it
     * is over.
     */
    public void endure() {
        long nowNs = clock.nanos();
        Failing now = next(failing, nowNs, false);
        failing = now;
        if (nowNs - now.sinceNs() >= TimeSpans.nanos(patience)) {
            failing = new Failing(now.sinceNs(), nowNs, true);
            throw new NoAnswerException(
                    who + ": no answer for " + seconds(nowNs - answeredNs) + " s, longer than task.timeout.ms allows");
        }
    }

    /** Begins patience anew, since something is committed or the user has decided to go on. */
    public void forgive() {
        failing = null;
    }

    private static long seconds(long ns) {
        return TimeUnit.NANOSECONDS.toSeconds(ns);
    }
}
