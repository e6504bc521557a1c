package org.stoatflow.runtime.cluster;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Topics of the cluster: their numbers of partitions and their configuration. Creates the application's own topics.
 * Every call is bounded, and fails with a {@link StreamsException} that says so when the cluster does not answer. Any
 * thread.
 */
public interface ClusterTopics {
    /** A topic that the application owns. */
    record OwnTopic(String name, int partitions, Map<String, String> config) {
        boolean hasAll(Map<String, String> entries) {
            return config.entrySet().containsAll(entries.entrySet());
        }

        OwnTopic without(Map<String, String> entries) {
            Map<String, String> fewer = new HashMap<>(config);
            fewer.keySet().removeAll(entries.keySet());
            return new OwnTopic(name, partitions, fewer);
        }
    }

    /**
     * What a partition holds.
     *
     * @param begin its first offset
     * @param end the offset behind its last record, committed or not
     */
    record Range(long begin, long end) {}

    /** Names of all topics but Kafka's internal ones. */
    Set<String> names();

    /**
     * Partition counts of the topics, to plan with; topics that do not exist are left out. From now on {@link #gone}
     * and {@link #madeAnew} mean the topics that there are now.
     */
    Map<String, Integer> partitions(Collection<String> topics);

    /**
     * The same counts, for a caller that cannot wait for as long as a request may take, and does not plan.
     *
     * @param within when the cluster counts as one that does not answer
     */
    Map<String, Integer> partitions(Collection<String> topics, Duration within);

    /**
     * Asks which topics there are once a recovery has positioned the consumer, under a plan that may be older than they
     * are. What comes of them from now on is of no former ones. {@link #madeAnew} still means those that were planned
     * with.
     */
    void onRecovery(Collection<String> topics);

    /** The consumer is positioned for another run: what it reads is of no topic that is older than what was told. */
    void onRun();

    /**
     * Asks, without waiting, which of some topics are gone since they were planned with, or read anew: they are not
     * there, or are others with the same name than when the last run began. The future fails where that cannot be said.
     */
    Future<Set<String>> gone(Collection<String> topics);

    /**
     * Asks, without waiting, which of some topics are others with the same name since their {@link #partitions} were
     * last asked for: positions that the group has may be of the former ones. One that is not there, or that the
     * cluster says nothing of, is not among them.
     */
    Future<Set<String>> madeAnew(Collection<String> topics);

    /** The same since the last {@link #onRecovery}: producers that it has made may know the former ones. */
    Future<Set<String>> madeAnewSinceRecovery(Collection<String> topics);

    /** Of topics that were made anew, as was told, those that were so since the last {@link #onRun}; does not ask. */
    Set<String> madeAnewSinceRun(Set<String> told);

    /**
     * Creates the topics. A topic that somebody else has created meanwhile is used as it is.
     *
     * @param replicationFactor -1 for the cluster's default
     */
    void create(Collection<OwnTopic> topics, short replicationFactor);

    /**
     * Returns once each partition of the topics is served. The cluster names a leader a moment before the leader takes
     * requests. A producer whose first batch is refused then, and whose second batch is taken, is out of sequence for
     * good.
     *
     * @param topics with their numbers of partitions
     */
    void awaitServed(Map<String, Integer> topics);

    /**
     * The value of a topic's configuration key that is in force; empty if there is no such topic or key, or if it must
     * not be read.
     */
    Optional<String> config(String topic, String key);

    /**
     * The offsets that a group has committed, those of open transactions left out.
     *
     * @return those of the partitions that have one
     */
    Map<TopicPartition, Long> committed(String group, Collection<TopicPartition> partitions);

    /**
     * Deletes what a group has processed of some partitions, the records before its committed offsets, without waiting.
     *
     * @return gives the committed offsets, where the partitions begin now; partitions without one are left out. It
     *     fails with what the cluster refuses
     */
    Future<Map<TopicPartition, Long>> deleteCommitted(String group, Collection<TopicPartition> partitions);

    /**
     * Where partitions begin and end, records of open transactions included: begin and end of each. A consumer that
     * asks would be another client, which writes its configuration to the log at each start.
     *
     * @return empty where this cannot say, and a consumer is to be asked
     */
    default Optional<Map<TopicPartition, Range>> ranges(Collection<TopicPartition> partitions) {
        return Optional.empty();
    }

    /**
     * Sends the cluster a small request, without waiting. The future fails with a {@link
     * org.apache.kafka.common.errors.TimeoutException} if no broker answers.
     */
    Future<?> probe(Duration within);

    /** Goes on with another admin client, since this one does not answer. The dispatcher's thread. */
    default void renew() {}

    /** Metrics of the admin client. */
    Map<MetricName, ? extends Metric> metrics();

    void close(Duration within);
}
