package org.stoatflow.runtime.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.plan.Planner;

/** {@link ClusterTopics} by Kafka's admin client. */
public final class AdminTopics implements ClusterTopics {
    private static final Logger LOG = LoggerFactory.getLogger(AdminTopics.class);
    private static final long ASKED_AGAIN_NS = TimeSpans.nanos(Duration.ofMillis(50));

    private final RenewableAdmin client;
    private final String bootstrapServers;
    private final Duration timeout;
    private final AdminRequests requests;

    private final TopicIds ids = new TopicIds();

    /** @param timeout bound of each request; where it is over, the cluster counts as one that does not answer */
    public AdminTopics(RenewableAdmin client, String bootstrapServers, Duration timeout) {
        this.client = client;
        this.bootstrapServers = bootstrapServers;
        this.timeout = timeout;
        this.requests = new AdminRequests(client.current(), bootstrapServers, timeout); // which only waits for answers
    }

    private Admin admin() {
        return client.current();
    }

    @Override
    public Map<String, Integer> partitions(Collection<String> topics) {
        Map<String, TopicDescription> found = describe(topics, requests);
        found.forEach((topic, description) -> ids.onPlan(topic, description.topicId()));
        return counts(found);
    }

    @Override
    public Map<String, Integer> partitions(Collection<String> topics, Duration within) {
        return counts(describe(topics, new AdminRequests(admin(), bootstrapServers, within)));
    }

    private static Map<String, Integer> counts(Map<String, TopicDescription> found) {
        Map<String, Integer> counts = new HashMap<>();
        found.forEach((topic, description) ->
                counts.put(topic, description.partitions().size()));
        return counts;
    }

    private Map<String, TopicDescription> describe(Collection<String> topics, AdminRequests asking) {
        Map<String, TopicDescription> found = new HashMap<>();
        DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(TimeSpans.intMillis(asking.limit()));
        Map<String, KafkaFuture<TopicDescription>> asked =
                admin().describeTopics(topics, options).topicNameValues();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic : asked.entrySet()) {
            TopicDescription description = asking.answerUnless(
                    topic.getValue(), "describing topic " + topic.getKey(), UnknownTopicOrPartitionException.class);
            if (description != null) {
                found.put(topic.getKey(), description);
            }
        }
        return found;
    }

    @Override
    public void onRecovery(Collection<String> topics) {
        describe(topics, requests).forEach((topic, description) -> ids.onRecovery(topic, description.topicId()));
    }

    @Override
    public void onRun() {
        ids.onRun();
    }

    @Override
    public Future<Set<String>> gone(Collection<String> topics) {
        return those(
                topics,
                (topic, asked) -> asked.thenApply(there -> ids.isAnotherThanBegun(topic, there.topicId()))
                        .exceptionally(failure -> isTold(topic, failure)));
    }

    @Override
    public Future<Set<String>> madeAnew(Collection<String> topics) {
        return others(topics, ids::isAnotherThanPlanned);
    }

    @Override
    public Future<Set<String>> madeAnewSinceRecovery(Collection<String> topics) {
        return others(topics, ids::isAnotherThanRecovered);
    }

    @Override
    public Set<String> madeAnewSinceRun(Set<String> told) {
        return told.stream().filter(ids::isMadeAnewSinceBegun).collect(Collectors.toSet());
    }

    private Future<Set<String>> others(Collection<String> topics, BiPredicate<String, Uuid> isAnother) {
        return those(
                topics,
                (topic, asked) -> asked.thenApply(there -> {
                            ids.onTold(topic, there.topicId());
                            return isAnother.test(topic, there.topicId());
                        })
                        .exceptionally(failure -> false));
    }

    /** Asks about topics, and gives those of which the answer is yes. */
    private Future<Set<String>> those(
            Collection<String> topics,
            BiFunction<String, CompletionStage<TopicDescription>, CompletionStage<Boolean>> isOne) {
        DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(TimeSpans.intMillis(timeout));
        CompletableFuture<Set<String>> found = CompletableFuture.completedFuture(Set.of());
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                admin().describeTopics(topics, options).topicNameValues().entrySet()) {
            CompletionStage<Boolean> one =
                    isOne.apply(topic.getKey(), topic.getValue().toCompletionStage());
            found = found.thenCombine(one, (names, isIt) -> {
                Set<String> all = new HashSet<>(names);
                if (isIt) {
                    all.add(topic.getKey());
                }
                return all;
            });
        }
        return found;
    }

    /** Whether the cluster has said that the topic is gone. What it does not say of one topic, it may of others. */
    private static boolean isTold(String topic, Throwable failure) {
        boolean isUnknown = isOfUnknownTopic(failure);
        if (!isUnknown) {
            LOG.warn("The cluster does not say whether topic {} is gone; its positions are committed", topic, failure);
        }
        return isUnknown;
    }

    private static boolean isOfUnknownTopic(Throwable failure) {
        return failure instanceof UnknownTopicOrPartitionException
                || failure.getCause() instanceof UnknownTopicOrPartitionException;
    }

    @Override
    public Set<String> names() {
        ListTopicsOptions options = new ListTopicsOptions().timeoutMs(TimeSpans.intMillis(timeout));
        return requests.answer(admin().listTopics(options).names(), "listing topics");
    }

    @Override
    public void awaitServed(Map<String, Integer> topics) {
        Map<TopicPartition, OffsetSpec> waiting = new HashMap<>();
        topics.forEach((topic, count) -> {
            for (int partition = 0; partition < count; partition++) {
                waiting.put(new TopicPartition(topic, partition), OffsetSpec.latest());
            }
        });
        long startedNs = System.nanoTime();
        while (true) {
            waiting.keySet().removeAll(served(waiting));
            if (waiting.isEmpty()) {
                return;
            }
            if (System.nanoTime() - startedNs > TimeSpans.nanos(timeout)) {
                throw new NoAnswerException("Partitions " + waiting.keySet() + " are not served by the cluster at "
                        + bootstrapServers + " after " + timeout.toMillis() + " ms");
            }
            LockSupport.parkNanos(ASKED_AGAIN_NS);
        }
    }

    /**
     * The partitions that are served. The client asks again by itself, but not where a broker does not know yet of a
     * topic that was just created: it logs that as an error, so such a topic is not asked about.
     */
    private Set<TopicPartition> served(Map<TopicPartition, OffsetSpec> waitedFor) {
        Set<String> known = partitions(
                        waitedFor.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet()))
                .keySet();
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>(waitedFor);
        asked.keySet().removeIf(partition -> !known.contains(partition.topic()));
        ListOffsetsResult answers = admin().listOffsets(
                        asked,
                        new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)
                                .timeoutMs(TimeSpans.intMillis(timeout)));
        Set<TopicPartition> served = new HashSet<>();
        for (TopicPartition partition : asked.keySet()) {
            String waiting =
                    "waiting until topic " + partition.topic() + ", partition " + partition.partition() + " is served";
            if (requests.answerUnless(
                            answers.partitionResult(partition), waiting, UnknownTopicOrPartitionException.class)
                    != null) {
                served.add(partition);
            }
        }
        return served;
    }

    @Override
    public Optional<Map<TopicPartition, Range>> ranges(Collection<TopicPartition> partitions) {
        return Optional.of(new PartitionRanges(requests, admin()).of(Set.copyOf(partitions)));
    }

    @Override
    public void create(Collection<OwnTopic> topics, short replicationFactor) {
        List<OwnTopic> simpler = new ArrayList<>();
        Map<String, KafkaFuture<Void>> created =
                admin().createTopics(newTopics(topics, replicationFactor)).values();
        for (OwnTopic topic : topics) {
            if (!isCreated(topic, Objects.requireNonNull(created.get(topic.name())))) {
                simpler.add(topic.without(Planner.ANY_TIME));
            }
        }
        if (!simpler.isEmpty()) {
            create(simpler, replicationFactor);
        }
    }

    /**
     * Whether the topic is there now; if not, the brokers may be too old for a part of its configuration, or forbid it.
     */
    private boolean isCreated(OwnTopic topic, KafkaFuture<Void> done) {
        String doing = "creating topic " + topic.name();
        try {
            requests.answerOrCause(done, doing);
        } catch (ExecutionException failure) {
            if (isOfConfiguration(failure.getCause()) && topic.hasAll(Planner.ANY_TIME)) {
                LOG.warn(
                        "Topic {} is not created with {}, but without. A row whose time the brokers refuse ends"
                                + " the application",
                        topic.name(),
                        Planner.ANY_TIME.keySet(),
                        failure.getCause());
                return false;
            }
            if (!(failure.getCause() instanceof TopicExistsException)) {
                throw requests.failed(doing, failure.getCause());
            }
        }
        return true;
    }

    private static boolean isOfConfiguration(@Nullable Throwable refusal) {
        return refusal instanceof InvalidConfigurationException || refusal instanceof PolicyViolationException;
    }

    private static List<NewTopic> newTopics(Collection<OwnTopic> topics, short replicationFactor) {
        return topics.stream()
                .map(topic -> new NewTopic(
                                topic.name(),
                                Optional.of(topic.partitions()),
                                replicationFactor < 0 ? Optional.empty() : Optional.of(replicationFactor))
                        .configs(topic.config()))
                .toList();
    }

    @Override
    public Optional<String> config(String topic, String key) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        String doing = "reading the configuration of topic " + topic;
        try {
            Config config = requests.answerOrCause(
                    Objects.requireNonNull(
                            admin().describeConfigs(List.of(resource)).values().get(resource)),
                    doing);
            return Optional.ofNullable(config.get(key)).map(ConfigEntry::value);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof AuthorizationException) {
                LOG.debug("{} of topic {} may not be read (DESCRIBE_CONFIGS)", key, topic);
            } else if (!(failure.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw requests.failed(doing, failure.getCause());
            }
            return Optional.empty();
        }
    }

    /** The configurations of topics that exist, as they are in force. */
    public Map<String, Map<String, String>> configs(Collection<String> topics) {
        List<ConfigResource> resources = topics.stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        Map<String, Map<String, String>> configs = new HashMap<>();
        admin().describeConfigs(resources).values().forEach((resource, asked) -> {
            Config config = requests.answerUnless(
                    asked,
                    "reading the configuration of topic " + resource.name(),
                    UnknownTopicOrPartitionException.class);
            if (config != null) {
                Map<String, String> values = new HashMap<>();
                config.entries().stream()
                        .filter(entry -> entry.value() != null)
                        .forEach(entry -> values.put(entry.name(), entry.value()));
                configs.put(resource.name(), values);
            }
        });
        return configs;
    }

    @Override
    public Map<TopicPartition, Long> committed(String group, Collection<TopicPartition> partitions) {
        return new GroupOffsets(requests, admin(), timeout).committed(group, partitions);
    }

    @Override
    public Future<Map<TopicPartition, Long>> deleteCommitted(String group, Collection<TopicPartition> partitions) {
        return new GroupOffsets(requests, admin(), timeout).deleteCommitted(group, partitions);
    }

    @Override
    public Future<?> probe(Duration within) {
        return admin().describeCluster(new DescribeClusterOptions().timeoutMs(TimeSpans.intMillis(within)))
                .clusterId();
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return admin().metrics();
    }

    @Override
    public void renew() {
        client.renew();
    }

    @Override
    public void close(Duration within) {
        client.close(within);
    }
}
