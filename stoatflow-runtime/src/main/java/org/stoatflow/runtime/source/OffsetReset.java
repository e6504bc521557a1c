package org.stoatflow.runtime.source;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.topology.ResetPolicy;

/**
 * Decides where a source partition begins that has no committed offset, or whose offset is gone: by the source's own
 * policy, else by {@code auto.offset.reset}. Owner: the thread that polls the consumer.
 */
public final class OffsetReset {
    private static final Logger LOG = LoggerFactory.getLogger(OffsetReset.class);

    private static final String BY_DURATION = "by_duration:";

    private final Consumer<byte[], byte[]> consumer;
    private final Map<String, ResetPolicy> ofTopic = new HashMap<>();
    private final ResetPolicy otherwise;
    private final Duration requestTimeout;
    private final Clock clock;
    private final Function<Collection<String>, Future<Set<String>>> madeAnew;

    /**
     * @param otherwise the policy of sources without their own
     * @param requestTimeout how long a request to the cluster may take
     * @param madeAnew asks the cluster which topics are others than were planned with
     */
    public OffsetReset(
            Consumer<byte[], byte[]> consumer,
            Plan plan,
            ResetPolicy otherwise,
            Duration requestTimeout,
            Clock clock,
            Function<Collection<String>, Future<Set<String>>> madeAnew) {
        this.madeAnew = madeAnew;
        this.consumer = consumer;
        this.otherwise = otherwise;
        this.requestTimeout = requestTimeout;
        this.clock = clock;
        for (Entry.Source entry : plan.sourceEntries()) {
            ResetPolicy own = entry.node().offsetReset();
            if (own != null) {
                entry.node().topics().forEach(topic -> ofTopic.put(topic, own));
            }
        }
        for (Entry.HopEnd end : plan.hopEnds()) { // what was left is processed whatever the policy, as in Kafka Streams
            ofTopic.put(end.hop().topic(), new ResetPolicy(ResetPolicy.Start.EARLIEST, null));
        }
    }

    /**
     * The policy that a value of {@code auto.offset.reset} stands for.
     *
     * @throws ConfigException if the value stands for none
     */
    public static ResetPolicy parse(@Nullable Object value) {
        String policy = value == null ? "earliest" : value.toString();
        return switch (policy) {
            case "latest" -> new ResetPolicy(ResetPolicy.Start.LATEST, null);
            case "none" -> new ResetPolicy(ResetPolicy.Start.NONE, null);
            case "earliest" -> new ResetPolicy(ResetPolicy.Start.EARLIEST, null);
            default -> new ResetPolicy(ResetPolicy.Start.BY_DURATION, duration(policy));
        };
    }

    private static Duration duration(String policy) {
        if (policy.startsWith(BY_DURATION)) {
            try {
                Duration duration = Duration.parse(policy.substring(BY_DURATION.length()));
                if (!duration.isNegative()) {
                    return duration;
                }
            } catch (DateTimeParseException notOne) {
                LOG.debug("{} holds no duration", policy, notOne);
            }
        }
        throw new ConfigException(
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                policy,
                "must be earliest, latest, none, or by_duration: and a duration like PT1H, in this spelling");
    }

    /**
     * Seeks the partitions to where their policies say.
     *
     * @param why for the log and the error, for example "no committed offset"
     * @throws StreamsException if a policy is {@code none}
     */
    public void reset(Collection<TopicPartition> partitions, String why) {
        reset(partitions, why, new NoOffsetForPartitionException(partitions));
    }

    /** The same, with what the consumer has thrown. */
    void reset(Collection<TopicPartition> partitions, String why, InvalidOffsetException thrown) {
        Map<TopicPartition, Long> back = new HashMap<>();
        for (TopicPartition partition : partitions) {
            ResetPolicy policy = policy(partition);
            switch (policy.start()) {
                case EARLIEST -> consumer.seekToBeginning(List.of(partition));
                case LATEST -> consumer.seekToEnd(List.of(partition));
                case BY_DURATION -> back.put(partition, agoMs(policy.duration()));
                case NONE -> throw none(partition, why, thrown);
            }
            LOG.info(
                    "Topic {}, partition {} has {}; it begins at {}",
                    partition.topic(),
                    partition.partition(),
                    why,
                    policy.start());
        }
        if (!back.isEmpty()) {
            seekBack(back);
        }
    }

    /**
     * Has a partition go on where its log is still the one that was read, and no policy loses or repeats more. Only one
     * that asks for a failure is heard.
     *
     * @param why for the log and the error
     * @param thrown what the consumer has thrown
     * @throws StreamsException if the policy is {@code none}
     */
    void goOn(TopicPartition partition, OffsetAndMetadata diverged, String why, InvalidOffsetException thrown) {
        if (policy(partition).start() == ResetPolicy.Start.NONE) {
            throw none(partition, why, thrown);
        }
        consumer.seek(partition, diverged);
        LOG.info(
                "Topic {}, partition {} has {}; it goes on at {}, where the log was cut",
                partition.topic(),
                partition.partition(),
                why,
                diverged.offset());
    }

    /**
     * Asks the cluster which of some topics are others than were planned with. One that it says nothing of in time
     * counts as the one that it was.
     */
    Set<String> madeAnew(Set<String> topics) {
        if (topics.isEmpty()) {
            return Set.of();
        }
        try {
            return madeAnew.apply(topics).get(TimeSpans.nanos(requestTimeout), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException unknown) {
            LOG.warn("The cluster does not say whether topics {}, whose logs were cut, are others", topics, unknown);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return Set.of();
    }

    /** How long a request to the cluster may take. */
    Duration requestTimeout() {
        return requestTimeout;
    }

    private ResetPolicy policy(TopicPartition partition) {
        return ofTopic.getOrDefault(partition.topic(), otherwise);
    }

    private static StreamsException none(TopicPartition partition, String why, InvalidOffsetException thrown) {
        return new StreamsException(
                "No valid committed offset found for input [" + partition.topic() + "] and no valid reset policy"
                        + " configured: partition " + partition.partition() + " has " + why
                        + ", and its auto.offset.reset is none. Commit an offset for it, or choose another policy",
                thrown);
    }

    /** The time before so long; the first of all where a user means "however long ago". */
    private long agoMs(@Nullable Duration by) {
        long nowMs = clock.millis();
        return by == null ? nowMs : nowMs - Math.clamp(TimeSpans.millis(by), 0, nowMs);
    }

    /** One request for all, since nothing is polled meanwhile. */
    private void seekBack(Map<TopicPartition, Long> fromMs) {
        Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(fromMs, requestTimeout);
        for (TopicPartition partition : fromMs.keySet()) {
            OffsetAndTimestamp at = found.get(partition);
            if (at == null) {
                consumer.seekToEnd(List.of(partition));
            } else {
                consumer.seek(partition, at.offset());
            }
        }
    }
}
