package org.stoatflow.runtime.failure;

import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.WatchedTime;
import org.stoatflow.runtime.cluster.ClusterTopics;

/**
 * A small request to the cluster, sent now and then. It never waits for the answer. A request has a time-out, which the
 * admin client's own thread keeps. Where that thread has ended, what is open stays open, and what is new is refused as
 * if brokers were silent; then the client is made anew. Owner: the dispatcher's thread.
 */
final class Probe {
    private static final Logger LOG = LoggerFactory.getLogger(Probe.class);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    /** A failed request that is older than this proves no outage: this process was held up itself. */
    private static final long HELD_UP_NS = TimeSpans.nanos(ANSWER_WITHIN) * 3;

    /** For how long an open request is watched beyond that: a thread that was held up itself answers meanwhile. */
    private static final long WATCHED_MIN_NS = WatchedTime.GAP_MAX_NS;

    /** How long a new client is tried before there is another one. */
    private static final long RENEWED_AGAIN_NS = HELD_UP_NS;

    /**
     * How long brokers are silent before the client is made anew: it knows the addresses that they had, and a new one
     * begins with those of the configuration.
     */
    private static final long SILENT_NS = TimeSpans.nanos(Duration.ofMinutes(1));

    private final ClusterTopics cluster;
    private final WatchedTime late = new WatchedTime();

    /**
     * Shared. Written by: dispatcher. Read by: dispatcher; the admin client's thread answers. Safe: a future in a field
     * of one thread. Proof: SharedFieldsTest.
     */
    private @Nullable Future<?> asked;

    private boolean isLate;
    private long askAtNs;
    private long askedNs;
    private long renewAtNs;
    private long startedAnewNs; // when brokers have answered, or the client was made anew

    /** What a look has found. */
    enum Finding {
        /** No request is due, or one is open. */
        NOTHING,
        /** The brokers have answered. */
        ANSWER,
        /** They have not answered in time. */
        SILENCE
    }

    Probe(ClusterTopics cluster, long firstNs) {
        this.cluster = cluster;
        this.askAtNs = firstNs;
        this.renewAtNs = firstNs;
        this.startedAnewNs = firstNs;
    }

    /** Sets when the next request is sent. */
    void askAt(long atNs) {
        askAtNs = atNs;
    }

    /**
     * Sends a request if it is time, or takes in the answer.
     *
     * @param wasSilent whether the request before was not answered
     */
    Finding look(boolean wasSilent, long nowNs) {
        Future<?> open = asked;
        if (open == null) {
            if (nowNs - askAtNs >= 0) {
                send(nowNs);
            }
            return Finding.NOTHING;
        }
        if (!open.isDone()) {
            giveUpIfLate(open, nowNs);
            return Finding.NOTHING;
        }
        asked = null;
        askAtNs = nowNs;
        if (open.state() == Future.State.SUCCESS || isRefused(open)) {
            startedAnewNs = nowNs;
            return Finding.ANSWER; // a refusal is an answer, too
        }
        if (!wasSilent && nowNs - askedNs >= HELD_UP_NS) {
            return Finding.NOTHING;
        }
        if (nowNs - startedAnewNs >= SILENT_NS) {
            LOG.info("No broker has answered for long: the admin client is made anew, with the configured addresses");
            startedAnewNs = nowNs;
            cluster.renew();
        }
        return Finding.SILENCE;
    }

    /** Sends a request. A client whose thread has ended refuses it at once, as one that has timed out. */
    private void send(long nowNs) {
        askedNs = nowNs;
        isLate = false;
        Future<?> sent = cluster.probe(ANSWER_WITHIN);
        asked = sent;
        if (sent.state() == Future.State.FAILED && !isRefused(sent) && nowNs - renewAtNs >= 0) {
            renew("refuses a request", sent.exceptionNow(), nowNs);
        }
    }

    private static boolean isRefused(Future<?> ended) {
        return ended.state() == Future.State.FAILED && !FailureClassifier.isNoAnswer(ended.exceptionNow());
    }

    /** Gives a request up that has neither an answer nor a time-out. */
    private void giveUpIfLate(Future<?> open, long nowNs) {
        if (nowNs - askedNs < HELD_UP_NS) {
            return;
        }
        if (!isLate) {
            isLate = true;
            late.begin(nowNs);
        } else if (late.look(nowNs) >= WATCHED_MIN_NS) {
            open.cancel(false);
            renew("has neither answered a request nor given it up", null, nowNs);
        }
    }

    private void renew(String why, @Nullable Throwable failure, long nowNs) {
        LOG.warn(
                "The admin client {} and is made anew: its thread may have ended. Look for an error of thread"
                        + " kafka-admin-client-thread",
                why,
                failure);
        asked = null;
        askAtNs = nowNs;
        renewAtNs = nowNs + RENEWED_AGAIN_NS;
        cluster.renew();
    }
}
