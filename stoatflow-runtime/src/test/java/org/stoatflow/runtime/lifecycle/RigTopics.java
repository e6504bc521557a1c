package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.lifecycle.LifecycleRig.Place;

/** A cluster with topic {@code in} and the topics created in it. Its brokers answer until a test says otherwise. */
final class RigTopics implements ClusterTopics {
    private final Map<String, Integer> topics = new HashMap<>(Map.of("in", 1));
    private final PlannedFailures failures;
    private final List<String> calls = new ArrayList<>();
    private boolean answers = true;
    private boolean open;
    private int now; // how often topic in was made anew, and how often it was when it was asked about
    private int planned;
    private int recovered;
    private int begun;

    RigTopics(PlannedFailures failures) {
        this.failures = failures;
    }

    RigTopics open() {
        open = true;
        return this;
    }

    boolean isOpen() {
        return open;
    }

    void answers(boolean nowAnswers) {
        answers = nowAnswers;
    }

    /** Gives a topic so many partitions from now on. */
    void set(String topic, int partitions) {
        topics.put(topic, partitions);
    }

    boolean has(String topic) {
        return topics.containsKey(topic);
    }

    @Override
    public void renew() {
        failures.call(Place.RENEW);
    }

    @Override
    public Set<String> names() {
        return topics.keySet();
    }

    @Override
    public Map<String, Integer> partitions(Collection<String> wanted) {
        failures.call(Place.TOPICS);
        if (wanted.contains("in")) {
            planned = now;
            recovered = now;
            begun = now;
        }
        Map<String, Integer> found = new HashMap<>(topics);
        found.keySet().retainAll(new HashSet<>(wanted));
        return found;
    }

    @Override
    public Map<String, Integer> partitions(Collection<String> wanted, Duration within) {
        return partitions(wanted);
    }

    @Override
    public Future<Set<String>> gone(Collection<String> asked) {
        Set<String> gone = new HashSet<>(asked);
        gone.removeAll(topics.keySet());
        return CompletableFuture.completedFuture(gone);
    }

    @Override
    public Future<Set<String>> madeAnew(Collection<String> asked) {
        return CompletableFuture.completedFuture(others(planned));
    }

    @Override
    public Future<Set<String>> madeAnewSinceRecovery(Collection<String> asked) {
        return CompletableFuture.completedFuture(others(recovered));
    }

    @Override
    public Set<String> madeAnewSinceRun(Set<String> told) {
        return others(begun);
    }

    @Override
    public void onRecovery(Collection<String> read) {
        failures.call(Place.READ);
        recovered = now;
        begun = now;
        calls.add("recovery " + read);
    }

    @Override
    public void onRun() {
        begun = now;
        calls.add("run");
    }

    private Set<String> others(int then) {
        return then == now ? Set.of() : Set.of("in");
    }

    /** Deletes topic in, and makes it anew, with as many partitions. */
    void makeAnew() {
        now++;
    }

    /** What it was told of recoveries and runs, in order. */
    List<String> calls() {
        return calls;
    }

    @Override
    public void create(Collection<OwnTopic> missing, short replicationFactor) {
        failures.call(Place.CREATE);
        missing.forEach(topic -> topics.put(topic.name(), topic.partitions()));
    }

    @Override
    public void awaitServed(Map<String, Integer> served) {
        failures.call(Place.SERVED);
    }

    @Override
    public Optional<String> config(String topic, String key) {
        return Optional.empty();
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
        return answers
                ? CompletableFuture.completedFuture("here")
                : CompletableFuture.failedFuture(new TimeoutException("nobody answers"));
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    @Override
    public void close(Duration within) {
        open = Thread.currentThread().isInterrupted(); // then clients do not close cleanly
    }
}
