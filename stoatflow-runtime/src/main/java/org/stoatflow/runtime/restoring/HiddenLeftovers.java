package org.stoatflow.runtime.restoring;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.runtime.cluster.LeftoverException;

/**
 * Partitions that the run does not read, in which an open transaction hides whether records of an owner before are
 * left. A start waits until brokers have ended it. Owner: the dispatcher's thread.
 */
public final class HiddenLeftovers {
    private static final Logger LOG = LoggerFactory.getLogger(HiddenLeftovers.class);

    /** Longest wait for the end of a transaction; longer than brokers let one be open, by their defaults. */
    static final Duration WAIT_MAX = Duration.ofMinutes(20);

    private static final Duration ASKED_EVERY = Duration.ofSeconds(5);

    private final Leftovers leftovers;
    private final LongSupplier nanos;
    private final long sinceNs;
    private final Map<String, Integer> topics;
    private List<Leftover> hidden;
    private long askedNs;

    /**
     * @param hidden what could not be counted to its end
     * @param topics numbers of partitions of their topics
     */
    HiddenLeftovers(Leftovers leftovers, List<Leftover> hidden, Map<String, Integer> topics, LongSupplier nanos) {
        this.leftovers = leftovers;
        this.hidden = hidden;
        this.topics = topics;
        this.nanos = nanos;
        this.sinceNs = nanos.getAsLong();
        this.askedNs = sinceNs;
        for (Leftover one : hidden) {
            LOG.warn(
                    "{}. The application starts then by itself; it gives up after {}",
                    LeftoverSentences.open(one),
                    WAIT_MAX);
        }
    }

    /**
     * Whether it is known that none of these partitions has records that are left. The caller asks again until it is.
     *
     * @throws LeftoverException if a partition has records, or the transaction stays open for too long
     */
    public boolean areNone() {
        long nowNs = nanos.getAsLong();
        if (!hidden.isEmpty() && nowNs - askedNs >= TimeSpans.nanos(ASKED_EVERY)) {
            askedNs = nowNs;
            hidden = leftovers.countAgain(hidden, topics);
            if (!hidden.isEmpty() && nowNs - sinceNs > TimeSpans.nanos(WAIT_MAX)) {
                throw new LeftoverException(
                        LeftoverSentences.open(hidden.getFirst()) + ". It has been open for more than " + WAIT_MAX
                                + ": end it (kafka-transactions.sh), and start again");
            }
        }
        return hidden.isEmpty();
    }
}
