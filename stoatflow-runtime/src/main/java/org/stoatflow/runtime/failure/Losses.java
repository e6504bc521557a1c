package org.stoatflow.runtime.failure;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Counts how often the group has taken the partitions away before anything was done with them. A loss is no failure: as
 * in Kafka Streams the instance comes back. But one that never gets to process, since each start takes longer than the
 * group waits, would come back for ever, unseen. Owner: the dispatcher's thread.
 */
public final class Losses {
    private static final Logger LOG = LoggerFactory.getLogger(Losses.class);

    /** Losses in a row without progress, before the uncaught-exception handler is asked. */
    public static final int IN_VAIN_MAX = 10;

    /** Who has polled for so long while it runs is not kept from that: it may have nothing to process. */
    private static final long RUNS_WELL_NS = TimeSpans.nanos(Duration.ofSeconds(1));

    private final String applicationId;
    private final Clock clock;
    private int inVain;
    private String phase = "";
    private boolean runs;
    private long beganNs;
    private String longest = "";
    private long longestNs;
    private long ranNs;

    public Losses(String applicationId, Clock clock) {
        this.applicationId = applicationId;
        this.clock = clock;
        this.beganNs = clock.nanos();
    }

    /** The partitions have become ours. */
    public void onOwner() {
        endStep();
        longest = "";
        longestNs = 0;
        ranNs = 0;
    }

    /**
     * A step of the lifecycle begins, in which the group is polled.
     *
     * @param newPhase the phase of the step
     * @param newRuns whether the phase is one of processing
     */
    public void onStep(String newPhase, boolean newRuns) {
        endStep();
        phase = newPhase;
        runs = newRuns;
    }

    private void endStep() {
        long nowNs = clock.nanos();
        long tookNs = nowNs - beganNs;
        beganNs = nowNs;
        if (tookNs > longestNs) {
            longestNs = tookNs;
            longest = phase;
        }
        if (runs && tookNs < RUNS_WELL_NS) {
            ranNs += tookNs;
        }
    }

    /**
     * Says that the partitions are lost, and counts it.
     *
     * @param doing what was being done, or empty
     * @param progressed whether anything was committed or restored since they have become ours
     * @throws StreamsException if that has happened too often without progress
     */
    public void onLoss(String doing, boolean progressed) {
        endStep();
        inVain = progressed || ranNs >= RUNS_WELL_NS ? 0 : inVain + 1;
        String text = "Partitions of application " + applicationId
                + " were taken away from this instance in phase " + phase
                + (doing.isEmpty() ? "" : " (" + doing + ")")
                + ": it was silent for longer than session.timeout.ms or max.poll.interval.ms, or another instance has"
                + " taken over. The longest time without a poll was "
                + TimeUnit.NANOSECONDS.toMillis(longestNs) + " ms, in phase " + longest;
        LOG.warn("{}", text);
        if (inVain >= IN_VAIN_MAX) {
            inVain = 0;
            throw new StreamsException(text + ". " + IN_VAIN_MAX + " times in a row nothing was processed before that."
                    + " Have less done where the time is spent, or raise max.poll.interval.ms");
        }
    }

    /** Counts anew: an outage is over, which may have cost the partitions. */
    public void forgive() {
        inVain = 0;
    }
}
