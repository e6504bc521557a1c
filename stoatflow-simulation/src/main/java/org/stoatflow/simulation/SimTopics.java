package org.stoatflow.simulation;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.stoatflow.memorykafka.ClusterAdmin;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.NoAnswerException;

/**
 * {@link ClusterTopics} over the modelled cluster's admin client. Turns the client's timeouts into the exceptions that
 * {@link ClusterTopics} promises.
 */
public final class SimTopics implements ClusterTopics {
    private final ClusterAdmin admin;

    public SimTopics(ClusterAdmin admin) {
        this.admin = admin;
    }

    @Override
    public Set<String> names() {
        try {
            return admin.topicNames();
        } catch (TimeoutException late) {
            throw noAnswer(late);
        }
    }

    @Override
    public void awaitServed(Map<String, Integer> topics) {
        // the modelled cluster serves a topic from its creation on
    }

    @Override
    public Map<String, Integer> partitions(Collection<String> topics) {
        try {
            return admin.partitionCounts(topics);
        } catch (TimeoutException late) {
            throw noAnswer(late);
        }
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
            } catch (TimeoutException late) {
                throw noAnswer(late);
            }
        }
    }

    @Override
    public Optional<String> config(String topic, String key) {
        try {
            return Optional.ofNullable(admin.topicConfig(topic).get(key));
        } catch (TimeoutException late) {
            throw noAnswer(late);
        }
    }

    @Override
    public Future<Map<TopicPartition, Long>> deleteCommitted(String group, Collection<TopicPartition> partitions) {
        throw new UnsupportedOperationException("nobody writes to the topics of hops here");
    }

    @Override
    public Future<?> probe(Duration within) {
        return admin.isReachable()
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(new TimeoutException("the broker is down"));
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    @Override
    public void close(Duration within) {
        admin.close();
    }

    private static NoAnswerException noAnswer(TimeoutException late) {
        return new NoAnswerException("No answer from the modelled cluster: " + late.getMessage(), late);
    }
}
