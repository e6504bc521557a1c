package org.stoatflow.runtime.topics;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Knows how many partitions a topic has where a sink chooses partitions. A topic may get more partitions. So this class
 * asks again once an answer is as old as a producer's metadata may be. Any thread. A thread waits for the first answer
 * about a topic; no thread waits while another one asks again.
 */
public final class SinkPartitions {
    private static final Logger LOG = LoggerFactory.getLogger(SinkPartitions.class);

    private final ToIntFunction<String> lookup;
    private final long ageMaxNs;
    private final Clock clock;

    /**
     * Shared. Written by: the lane that asks the cluster. Read by: lanes. Safe: concurrent map. Several may ask for a
     * new topic at once, and one where a number is too old; the answer that comes last counts. Proof:
     * SinkPartitionsTest.
     */
    private final Map<String, Known> topics = new ConcurrentHashMap<>();

    private record Known(int count, long lookedNs) {}

    /**
     * @param lookup asks the cluster
     * @param ageMaxNs for how long an answer is used
     */
    public SinkPartitions(ToIntFunction<String> lookup, long ageMaxNs, Clock clock) {
        this.lookup = lookup;
        this.ageMaxNs = ageMaxNs;
        this.clock = clock;
    }

    /** @throws StreamsException if the topic was never found */
    public int of(String topic) {
        Known known = topics.get(topic);
        long nowNs = clock.nanos();
        if (known == null) {
            topics.put(topic, new Known(lookup.applyAsInt(topic), nowNs));
        } else if (nowNs - known.lookedNs() > ageMaxNs
                && topics.replace(topic, known, new Known(known.count(), nowNs))) {
            lookAgain(topic, known.count(), nowNs);
        }
        return Objects.requireNonNull(topics.get(topic), topic).count();
    }

    private void lookAgain(String topic, int before, long nowNs) {
        try {
            int now = lookup.applyAsInt(topic);
            if (now != before) {
                LOG.info("Topic {}, which a sink writes to, has {} partitions instead of {}", topic, now, before);
                topics.put(topic, new Known(now, nowNs));
            }
        } catch (StreamsException noAnswer) { // goes on with the old number; if the topic is gone, its sends fail
            LOG.warn("Still taking topic {} to have {} partitions: {}", topic, before, noAnswer.getMessage());
        }
    }
}
