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
 * How many partitions the topics have that sinks choose partitions of. A topic may get more: it is looked at again once
 * that is known for as long as a producer's metadata would be. Any thread; none waits for another's look, but each for
 * its first one.
 */
public final class SinkPartitions {
    private static final Logger LOG = LoggerFactory.getLogger(SinkPartitions.class);

    private final ToIntFunction<String> lookup;
    private final long ageMaxNs;
    private final Clock clock;
    private final Map<String, Known> topics = new ConcurrentHashMap<>(); // whoever looks writes, all read

    private record Known(int count, long lookedNs) {}

    /**
     * @param lookup asks the cluster
     * @param ageMaxNs how long an answer holds
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
        } catch (StreamsException noAnswer) { // what was true goes on; if the topic is gone, its sends fail
            LOG.warn("Still taking topic {} to have {} partitions: {}", topic, before, noAnswer.getMessage());
        }
    }
}
