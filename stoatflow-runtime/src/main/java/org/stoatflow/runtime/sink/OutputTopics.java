package org.stoatflow.runtime.sink;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Tells topics that are not there from brokers that do not answer. A producer has one word for both: it blocks for
 * {@code max.block.ms} and reports a time-out. So the cluster is asked after a time-out, and never before.
 *
 * <p>A producer's question has a topic created where the brokers create topics by themselves. Once a producer has asked
 * for a topic in vain, the cluster's word suffices for a while, about any topic: nobody blocks for one that the cluster
 * does not have, and one that is created is found.
 *
 * <p>Owner: the committer's thread.
 */
public final class OutputTopics {
    private static final Logger LOG = LoggerFactory.getLogger(OutputTopics.class);

    /** For how long a topic that is not there is taken to be absent without asking again. */
    private static final long ABSENT_NS = TimeSpans.nanos(Duration.ofSeconds(1));

    /** For how long the cluster is asked: all that is to be committed waits meanwhile. */
    private static final Duration ASKED_WITHIN = Duration.ofSeconds(5);

    /** For how long the cluster is not asked again where it has not answered. */
    private static final long SILENT_NS = TimeSpans.nanos(Duration.ofSeconds(5));

    /** For how long a producer that has waited in vain shows that the brokers create no topics. */
    private static final long CREATES_NONE_NS = TimeSpans.nanos(Duration.ofMinutes(5));

    private static final int KNOWN_MAX = 10_000;

    private final Lookup lookup;
    private final Clock clock;
    private final Map<String, Known> topics = new LinkedHashMap<>() { // the eldest leave; empty before a first time-out
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
                    return size() > KNOWN_MAX;
                }
            };
    private long createsNoneUntilNs;
    private long silentUntilNs;

    /** @param partitions how many partitions a topic has, by the cluster's last answer; 0 if it does not exist */
    private record Known(int partitions, long askedNs) {
        boolean has(int partition) {
            return partition == Outbox.ANY_PARTITION ? partitions > 0 : partition < partitions;
        }
    }

    /** Asks the cluster for numbers of partitions. */
    @FunctionalInterface
    public interface Lookup {
        /**
         * Leaves topics out that do not exist.
         *
         * @throws StreamsException if there is no answer in time
         */
        Map<String, Integer> partitions(Collection<String> topics, Duration within);
    }

    public OutputTopics(Lookup lookup, Clock clock) {
        this.lookup = lookup;
        this.clock = clock;
        this.createsNoneUntilNs = clock.nanos();
        this.silentUntilNs = clock.nanos();
    }

    /** Knows nothing, since nobody can be asked. */
    public static OutputTopics unknown() {
        return new OutputTopics(
                (topics, within) -> {
                    throw new StreamsException("there is no cluster to ask about " + topics);
                },
                Clock.SYSTEM);
    }

    /** Why a record cannot be sent, where that is known without trying; null where it is to be tried. */
    @Nullable
    AbsentTopicException absence(String topic, int partition) {
        if (topics.isEmpty()) {
            return null;
        }
        long nowNs = clock.nanos();
        boolean mayBeCreated = nowNs - createsNoneUntilNs >= 0;
        Known known = topics.get(topic);
        if (mayBeCreated && (known == null || known.partitions() == 0)) {
            topics.remove(topic);
            return null;
        }
        if (known == null || !known.has(partition) && nowNs - known.askedNs() >= ABSENT_NS) {
            known = ask(topic);
        }
        return known == null || known.has(partition)
                ? null
                : new AbsentTopicException(topic, partition, known.partitions());
    }

    /**
     * The reason why a record was not sent, after a time-out by the fact behind it: that its topic or partition is not
     * there, if the cluster says so.
     */
    Exception explain(Exception reason, String topic, int partition) {
        if (!isMetadataTimeout(reason)) {
            return reason;
        }
        Known known = topics.get(topic);
        if (known == null || clock.nanos() - known.askedNs() >= ABSENT_NS) {
            known = ask(topic);
        }
        if (known == null || known.has(partition)) {
            return reason;
        }
        if (known.partitions() == 0) {
            createsNoneUntilNs = clock.nanos() + CREATES_NONE_NS;
        }
        return new AbsentTopicException(topic, partition, known.partitions());
    }

    /** A full buffer is a time-out too, and says nothing about a topic. */
    private static boolean isMetadataTimeout(Exception reason) {
        return reason instanceof TimeoutException
                && !(reason instanceof BufferExhaustedException)
                && !(reason instanceof AbsentTopicException);
    }

    /**
     * Waits until the producer knows a topic, for {@code max.block.ms} at most. Called with no transaction open, which
     * might time out meanwhile.
     *
     * @param partition the greatest partition that is to be written to
     * @return why records cannot be sent there; null where they are to be tried
     */
    @Nullable
    Exception await(Producer<?, ?> producer, String topic, int partition) {
        AbsentTopicException absent = absence(topic, partition);
        if (absent != null) {
            return absent;
        }
        try {
            int there = producer.partitionsFor(topic).size();
            if (there > 0 && partition >= there) { // unless the topic has grown since the producer has asked
                Known known = ask(topic);
                return known == null || known.has(partition)
                        ? null
                        : new AbsentTopicException(topic, partition, known.partitions());
            }
            return null;
        } catch (TimeoutException late) {
            return explain(late, topic, partition);
        } catch (ApiException refused) {
            LOG.debug("The send to topic {} will say why it is refused", topic, refused);
            return null;
        }
    }

    private @Nullable Known ask(String topic) {
        if (clock.nanos() - silentUntilNs < 0) {
            return null;
        }
        try {
            Known known =
                    new Known(lookup.partitions(List.of(topic), ASKED_WITHIN).getOrDefault(topic, 0), clock.nanos());
            topics.put(topic, known);
            return known;
        } catch (StreamsException noAnswer) {
            LOG.debug("The cluster does not say whether topic {} exists", topic, noAnswer);
            silentUntilNs = clock.nanos() + SILENT_NS;
            return null;
        }
    }
}
