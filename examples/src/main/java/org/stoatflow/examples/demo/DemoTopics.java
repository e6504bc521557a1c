package org.stoatflow.examples.demo;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** The demo's topics, and how far the application has come in them. */
final class DemoTopics {
    static final String LINES = "lines";
    static final int PARTITIONS = 12;

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    private static final Duration MARKERS_LIMIT = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Admin admin;

    DemoTopics(Admin admin) {
        this.admin = admin;
    }

    static List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    /** How many lines an application has not committed. */
    long linesWaiting(Library library) throws DemoFailure, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> committed = answer(
                admin.listConsumerGroupOffsets(library.applicationId()).partitionsToOffsetAndMetadata(),
                "the committed offsets");
        long waiting = 0;
        for (Map.Entry<TopicPartition, Long> end :
                ends(LINES, IsolationLevel.READ_UNCOMMITTED).entrySet()) {
            OffsetAndMetadata done = committed.get(end.getKey());
            waiting += end.getValue() - (done == null ? 0 : done.offset());
        }
        return waiting;
    }

    /**
     * The ends of a topic for a {@code read_committed} reader. The broker ends a transaction after it has answered
     * the commit, so this waits for a moment. It fails where a transaction stays open.
     */
    Map<TopicPartition, Long> endOf(String topic) throws DemoFailure, InterruptedException {
        long deadlineNs = System.nanoTime() + MARKERS_LIMIT.toNanos();
        while (true) {
            Map<TopicPartition, Long> written = ends(topic, IsolationLevel.READ_UNCOMMITTED);
            Map<TopicPartition, Long> committed = ends(topic, IsolationLevel.READ_COMMITTED);
            if (written.equals(committed)) {
                return committed;
            }
            if (System.nanoTime() - deadlineNs > 0) {
                throw new DemoFailure("a transaction is still open in " + differing(written, committed) + " after "
                        + MARKERS_LIMIT.toSeconds() + " s");
            }
            Thread.sleep(PAUSE);
        }
    }

    /** How many records an application has written to the changelog of its store, with the broker's own among them. */
    long inChangelog(Library library) throws DemoFailure, InterruptedException {
        return ends(library.changelog(), IsolationLevel.READ_UNCOMMITTED).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static Set<TopicPartition> differing(Map<TopicPartition, Long> one, Map<TopicPartition, Long> other) {
        return one.entrySet().stream()
                .filter(end -> !end.getValue().equals(other.get(end.getKey())))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private Map<TopicPartition, Long> ends(String topic, IsolationLevel isolation)
            throws DemoFailure, InterruptedException {
        Map<TopicPartition, OffsetSpec> latest = partitions(topic).stream()
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        Map<TopicPartition, ListOffsetsResultInfo> found = answer(
                admin.listOffsets(latest, new ListOffsetsOptions(isolation)).all(), "the end of topic " + topic);
        return found.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, partition -> partition.getValue().offset()));
    }

    private static <T> T answer(KafkaFuture<T> future, String question) throws DemoFailure, InterruptedException {
        try {
            return future.get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException refused) {
            throw new DemoFailure("the broker does not say " + question + ": " + refused.getCause(), refused);
        } catch (TimeoutException silent) {
            throw new DemoFailure(
                    "the broker has not said " + question + " in " + ANSWER_LIMIT.toSeconds() + " s", silent);
        }
    }
}
