package org.stoatflow.runtime.topics;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Knows how many partitions a topic has where a sink chooses partitions. A topic may get more partitions. So this class
 * asks again once an answer is as old as a producer's metadata may be. Any thread. A thread waits for the first answer
 * about a topic; no thread waits while another one asks again. Of a topic that the brokers do not have, nobody asks
 * again for as long as that question has taken: else each record of each lane would wait for a producer that waits in
 * vain. That a question was not answered says nothing of the topic, and is not kept.
 */
public final class SinkPartitions {
    private static final Logger LOG = LoggerFactory.getLogger(SinkPartitions.class);

    /** For how long a topic at least is taken to be absent without asking again. */
    private static final long ABSENT_MIN_NS = TimeSpans.nanos(Duration.ofSeconds(5));

    private final ToIntFunction<String> lookup;
    private final long ageMaxNs;
    private final Clock clock;

    /**
     * Shared. Written by: the lane that asks the cluster. Read by: lanes. Safe: concurrent map. Several may ask for a
     * new topic at once, and one where a number is too old; the number that comes last counts. Proof:
     * SinkPartitionsTest.
     */
    private final Map<String, Known> topics = new ConcurrentHashMap<>();

    private sealed interface Known {
        record Found(int count, long lookedNs) implements Known {}

        record Absent(MissingSinkTopicException why, long untilNs) implements Known {}
    }

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
        long nowNs = clock.nanos();
        Known known = topics.get(topic);
        if (known instanceof Known.Found found) {
            boolean isOld = nowNs - found.lookedNs() > ageMaxNs;
            return isOld && topics.replace(topic, found, new Known.Found(found.count(), nowNs))
                    ? lookAgain(topic, found.count(), nowNs)
                    : found.count();
        }
        if (known instanceof Known.Absent absent && nowNs - absent.untilNs() < 0) {
            throw new MissingSinkTopicException(absent.why());
        }
        return lookFirst(topic, nowNs);
    }

    private int lookFirst(String topic, long nowNs) {
        try {
            int count = lookup.applyAsInt(topic);
            topics.put(topic, new Known.Found(count, nowNs));
            return count;
        } catch (MissingSinkTopicException why) {
            long endNs = clock.nanos();
            Known absent = new Known.Absent(why, endNs + Math.max(endNs - nowNs, ABSENT_MIN_NS));
            topics.merge(topic, absent, (known, now) -> known instanceof Known.Found ? known : now);
            throw why;
        }
    }

    private int lookAgain(String topic, int before, long nowNs) {
        try {
            int now = lookup.applyAsInt(topic);
            if (now != before) {
                LOG.info("Topic {}, which a sink writes to, has {} partitions instead of {}", topic, now, before);
                topics.put(topic, new Known.Found(now, nowNs));
            }
            return now;
        } catch (StreamsException noAnswer) { // goes on with the old number; if the topic is gone, its sends fail
            LOG.warn("Still taking topic {} to have {} partitions: {}", topic, before, noAnswer.getMessage());
            return before;
        }
    }
}
