package org.stoatflow.bench.latency;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * The topics of one round: all their names start with its application's id.
 *
 * @param admin a client of the broker
 * @param prefix the id
 */
public record RoundTopics(Admin admin, String prefix) {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    private static final Duration MARKERS_LIMIT = Duration.ofSeconds(10);
    private static final long LOOK_MS = 50;

    public String input() {
        return prefix + "-input";
    }

    public String output() {
        return prefix + "-output";
    }

    void create(int partitions) throws BenchFailure, InterruptedException {
        List<NewTopic> both =
                List.of(new NewTopic(input(), partitions, (short) 1), new NewTopic(output(), partitions, (short) 1));
        answer(admin.createTopics(both).all(), "create the topics");
    }

    /** Deletes the topics, also those that the application has made. */
    public void deleteAll() throws BenchFailure, InterruptedException {
        List<String> ours = answer(admin.listTopics().names(), "list the topics").stream()
                .filter(name -> name.startsWith(prefix + "-"))
                .toList();
        answer(admin.deleteTopics(ours).all(), "delete the topics");
    }

    /**
     * The ends of the output for a {@code read_committed} reader, once no transaction is open: the broker ends a
     * transaction after it has answered the commit.
     */
    public Map<TopicPartition, Long> endOfOutput(int partitions) throws BenchFailure, InterruptedException {
        long startNs = System.nanoTime();
        while (true) {
            Map<TopicPartition, Long> written = ends(partitions, IsolationLevel.READ_UNCOMMITTED);
            Map<TopicPartition, Long> committed = ends(partitions, IsolationLevel.READ_COMMITTED);
            if (written.equals(committed)) {
                return committed;
            }
            if (System.nanoTime() - startNs > MARKERS_LIMIT.toNanos()) {
                throw new BenchFailure("a transaction is still open in " + output() + " " + MARKERS_LIMIT.toSeconds()
                        + " s after the application has ended");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    private Map<TopicPartition, Long> ends(int partitions, IsolationLevel isolation)
            throws BenchFailure, InterruptedException {
        Map<TopicPartition, OffsetSpec> latest = IntStream.range(0, partitions)
                .boxed()
                .collect(Collectors.toMap(
                        partition -> new TopicPartition(output(), partition), partition -> OffsetSpec.latest()));
        Map<TopicPartition, ListOffsetsResultInfo> found = answer(
                admin.listOffsets(latest, new ListOffsetsOptions(isolation)).all(), "say where the output ends");
        return found.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, partition -> partition.getValue().offset()));
    }

    private static <T> T answer(KafkaFuture<T> future, String request) throws BenchFailure, InterruptedException {
        try {
            return future.get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException refused) {
            throw new BenchFailure("the broker does not " + request + ": " + refused.getCause(), refused);
        } catch (TimeoutException silent) {
            throw new BenchFailure(
                    "the broker does not " + request + " within " + ANSWER_LIMIT.toSeconds() + " s", silent);
        }
    }
}
