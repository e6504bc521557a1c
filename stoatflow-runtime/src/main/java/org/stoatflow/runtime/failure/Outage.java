package org.stoatflow.runtime.failure;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.NoAnswerException;

/**
 * Whether the brokers answer, and for how long the application goes on where they do not. It asks the cluster something
 * small every few seconds, never waits for the answer, and says in the log when an outage begins, now and then that it
 * lasts, and that it has ended.
 *
 * <p>Patience is that of Kafka Streams: whoever waits for the brokers without anything begun waits for ever, and what
 * has failed since they do not answer is tried again for {@code task.timeout.ms} and {@link #ATTEMPTS}, counted from
 * the first failure of the present run of them: the end of an outage and a commit end it, and so does as long a time
 * without a failure. Owner: the dispatcher's thread.
 */
public final class Outage {
    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final long ASKED_AGAIN_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long ASKED_AGAIN_IN_OUTAGE_NS = TimeUnit.SECONDS.toNanos(1);

    /** A question that is older when its failure is seen says nothing: this process was held up itself. */
    private static final long HELD_UP_NS = ANSWER_WITHIN.toNanos() * 3;

    /** Kafka Streams' clients try for a minute before a first failure is counted, and for another one at the end. */
    private static final Duration ATTEMPTS = Duration.ofMinutes(2);

    /** After an outage, for the group's coordinator to have worked off what it was sent before and during it. */
    private static final long JOINS_SETTLE_NS = TimeUnit.MINUTES.toNanos(1);

    private static final long TOLD_AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    private final ClusterTopics cluster;
    private final Clock clock;
    private final String who;
    private final Duration patience;
    private Brokers brokers = Brokers.UNKNOWN;
    private @Nullable Future<?> asked;
    private long askAtNs;
    private long askedNs;
    private long answeredNs;
    private long toldNs;
    private @Nullable Long overNs;
    private @Nullable Failing failing;

    /** What is known of the brokers. */
    private enum Brokers {
        /** Nothing yet. */
        UNKNOWN,
        /** The last question was answered. */
        ANSWER,
        /** The last question was not answered. */
        SILENT
    }

    /** Failures for want of an answer, without anything committed since the first. */
    private record Failing(long sinceNs, long lastNs, boolean givenUp) {}

    /**
     * @param servers the addresses that the user has given
     * @param taskTimeout {@code task.timeout.ms}; where it is 0, the first failure counts
     */
    public Outage(ClusterTopics cluster, Clock clock, String applicationId, String servers, Duration taskTimeout) {
        this.cluster = cluster;
        this.clock = clock;
        this.who = "Kafka at " + servers + " does not answer application " + applicationId;
        this.patience = taskTimeout.isZero() ? taskTimeout : taskTimeout.plus(ATTEMPTS);
        this.askAtNs = clock.nanos();
        this.answeredNs = askAtNs;
    }

    /** Whether the brokers have been asked, and have not answered. */
    public boolean isOn() {
        return brokers == Brokers.SILENT;
    }

    /** Whether the last question was answered. */
    public boolean isAnswered() {
        return brokers == Brokers.ANSWER;
    }

    /**
     * Asks, and takes in answers. Before each step of the lifecycle.
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
        Future<?> waiting = asked;
        if (waiting == null) {
            if (nowNs >= askAtNs) {
                askedNs = nowNs;
                asked = cluster.probe(ANSWER_WITHIN);
            }
            return;
        }
        switch (waiting.state()) {
            case RUNNING -> {}
            case SUCCESS -> onAnswer(nowNs);
            case FAILED, CANCELLED -> {
                if (waiting.state() == Future.State.FAILED && !FailureClassifier.isNoAnswer(waiting.exceptionNow())) {
                    onAnswer(nowNs); // a refusal is an answer
                } else if (isOn() || nowNs - askedNs < HELD_UP_NS) {
                    onSilence(nowNs);
                } else {
                    askAgain(nowNs);
                }
            }
        }
    }

    private void onAnswer(long nowNs) {
        if (isOn()) {
            LOG.warn("{}: this is over after {} s", who, seconds(nowNs - answeredNs));
            failing = null;
            overNs = nowNs;
        }
        brokers = Brokers.ANSWER;
        answeredNs = nowNs;
        askAgain(nowNs + ASKED_AGAIN_NS);
    }

    private void onSilence(long nowNs) {
        if (!isOn()) {
            brokers = Brokers.SILENT;
            toldNs = nowNs;
            LOG.warn(
                    "{}: no answer for {} s. It goes on trying. Check that the brokers run and can be reached"
                            + " from here",
                    who,
                    seconds(nowNs - answeredNs));
        } else if (nowNs - toldNs >= TOLD_AGAIN_NS) {
            toldNs = nowNs;
            LOG.warn("{}: no answer for {} s. It goes on trying", who, seconds(nowNs - answeredNs));
        }
        askAgain(nowNs + ASKED_AGAIN_IN_OUTAGE_NS);
    }

    private void askAgain(long atNs) {
        asked = null;
        askAtNs = atNs;
    }

    /**
     * Whether the failure comes of brokers that do not answer: by its type, or since they do not at this moment. In an
     * outage the consumer asks to join again and again; brokers that are back give the place to whichever of these they
     * look at last, and fence the one that they have answered.
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
     * Notes a failure that this explains.
     *
     * @param progressed whether anything was committed since the last one
     * @return whether to go on; false once patience is over
     */
    public boolean allows(Throwable failure, boolean progressed) {
        long nowNs = clock.nanos();
        Failing now = next(failing, nowNs, progressed);
        failing = now;
        if (now.givenUp() || nowNs - now.sinceNs() >= patience.toNanos()) {
            return false;
        }
        LOG.warn("{} in time. It starts again in place, and goes on trying, after: {}", who, failure.getMessage());
        LOG.debug("The failure", failure);
        return true;
    }

    /** After progress, or where the last failure is longer ago than patience lasts, it is another story. */
    private Failing next(@Nullable Failing before, long nowNs, boolean progressed) {
        if (before != null && !progressed && (before.givenUp() || nowNs - before.lastNs() <= patience.toNanos())) {
            return new Failing(before.sinceNs(), nowNs, before.givenUp());
        }
        return new Failing(nowNs, nowNs, false);
    }

    /** Lets whoever has something begun wait for the brokers; throws once patience is over. */
    public void endure() {
        long nowNs = clock.nanos();
        Failing now = next(failing, nowNs, false);
        failing = now;
        if (nowNs - now.sinceNs() >= patience.toNanos()) {
            failing = new Failing(now.sinceNs(), nowNs, true);
            throw new NoAnswerException(
                    who + ": no answer for " + seconds(nowNs - answeredNs) + " s, longer than task.timeout.ms allows");
        }
    }

    /** Something is committed, or the user has decided to go on; patience begins anew. */
    public void forgive() {
        failing = null;
    }

    private static long seconds(long ns) {
        return TimeUnit.NANOSECONDS.toSeconds(ns);
    }
}
