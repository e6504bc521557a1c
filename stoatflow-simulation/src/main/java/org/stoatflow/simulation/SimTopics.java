package org.stoatflow.simulation;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.stoatflow.memorykafka.ClusterAdmin;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.streams.errors.StreamsException;

/**
 * {@link ClusterTopics} over the modelled cluster's admin client. Turns the client's timeouts into the exceptions that
 * {@link ClusterTopics} promises.
 */
public final class SimTopics implements ClusterTopics {
    private final Supplier<ClusterAdmin> clients;
    private ClusterAdmin admin;
    private boolean leavesOpen = true;
    private int unanswered;

    public SimTopics(ClusterAdmin admin) {
        this(() -> admin);
    }

    /** @param clients makes an admin client, also each that is to replace one */
    SimTopics(Supplier<ClusterAdmin> clients) {
        this.clients = clients;
        this.admin = clients.get();
    }

    /** How many requests have got no answer. */
    int unanswered() {
        return unanswered;
    }

    @Override
    public void renew() {
        admin.close();
        admin = clients.get();
        leavesOpen = true;
    }

    @Override
    public Set<String> names() {
        try {
            return admin.topicNames();
        } catch (KafkaException failure) {
            throw failed(failure);
        }
    }

    @Override
    public void awaitServed(Map<String, Integer> topics) {
        // the modelled cluster serves a topic from its creation on
    }

    @Override
    public Map<String, Integer> partitions(Collection<String> topics) {
        return partitions(topics, ClusterAdmin.API_TIMEOUT);
    }

    @Override
    public Map<String, Integer> partitions(Collection<String> topics, Duration within) {
        try {
            return admin.partitionCounts(topics, within);
        } catch (KafkaException failure) {
            throw failed(failure);
        }
    }

    @Override
    public Future<Set<String>> gone(Collection<String> topics) {
        try {
            Set<String> gone = new HashSet<>(topics);
            gone.removeAll(admin.topicNames());
            return CompletableFuture.completedFuture(gone);
        } catch (TimeoutException late) {
            return CompletableFuture.failedFuture(late);
        }
    }

    @Override
    public void onRecovery(Collection<String> topics) {
        // each is the one that was planned with
    }

    @Override
    public void onRun() {
        // each is the one that was planned with
    }

    /** No topic is made anew here. */
    @Override
    public Future<Set<String>> madeAnew(Collection<String> topics) {
        return CompletableFuture.completedFuture(Set.of());
    }

    @Override
    public Future<Set<String>> madeAnewSinceRecovery(Collection<String> topics) {
        return madeAnew(topics);
    }

    @Override
    public Set<String> madeAnewSinceRun(Set<String> told) {
        return Set.of();
    }

    @Override
    public void create(Collection<OwnTopic> topics, short replicationFactor) {
        for (OwnTopic topic : topics) {
            NewTopic wanted = new NewTopic(topic.name(), Optional.of(topic.partitions()), Optional.empty())
                    .configs(topic.config());
            try {
                admin.createTopics(List.of(wanted));
            } catch (TopicExistsException taken) {
                // another process has created the topic meanwhile
            } catch (KafkaException failure) {
                throw failed(failure);
            }
        }
    }

    @Override
    public Optional<String> config(String topic, String key) {
        try {
            return Optional.ofNullable(admin.topicConfig(topic).get(key));
        } catch (UnknownTopicOrPartitionException missing) {
            return Optional.empty();
        } catch (KafkaException failure) {
            throw failed(failure);
        }
    }

    @Override
    public Map<TopicPartition, Long> committed(String group, Collection<TopicPartition> partitions) {
        throw new UnsupportedOperationException("no table here is restored from its source topic");
    }

    @Override
    public Future<Map<TopicPartition, Long>> deleteCommitted(String group, Collection<TopicPartition> partitions) {
        throw new UnsupportedOperationException("nobody writes to the topics of hops here");
    }

    @Override
    public Future<?> probe(Duration within) {
        if (admin.hasLostThread() && leavesOpen) {
            leavesOpen = false; // what was open when the thread ended stays open; what is new is refused
            return new CompletableFuture<>();
        }
        try {
            return admin.isReachable()
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(new TimeoutException("the broker is down"));
        } catch (RuntimeException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    @Override
    public void close(Duration within) {
        admin.close();
    }

    private StreamsException failed(KafkaException failure) {
        if (failure instanceof TimeoutException) {
            unanswered++;
        }
        return failure instanceof TimeoutException
                ? new NoAnswerException("No answer from the modelled cluster: " + failure.getMessage(), failure)
                : new StreamsException("The modelled cluster refuses: " + failure.getMessage(), failure);
    }
}
