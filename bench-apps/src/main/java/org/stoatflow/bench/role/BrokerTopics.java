package org.stoatflow.bench.role;

import java.time.Duration;
import java.util.ArrayList;
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
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.bench.scenario.Topics;

/**
 * The topics of one run on the broker.
 *
 * <p>As a process it makes them. Variables: BOOTSTRAP_SERVERS, PROGRAM, TOPICS or PREFIX, PARTITIONS, AWAIT_SECONDS,
 * CLIENT.
 *
 * @param admin a client of the broker
 */
public record BrokerTopics(Admin admin, Scenario scenario, Topics topics, int partitions) {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    private static final Duration MARKERS_LIMIT = Duration.ofSeconds(10);
    private static final short ALL_BROKERS_DEFAULT = -1;
    private static final long LOOK_MS = 50;

    /** Makes the topics. */
    public static void main(String[] args) throws RoleFailure, InterruptedException {
        Map<String, String> environment = System.getenv();
        BrokerAccess access = BrokerAccess.of(environment);
        new BrokerWait(access, List.of()).await(environment);
        try (Admin admin = access.admin()) {
            if (Variable.PREFIX.in(environment).isPresent()) {
                create(admin, List.of(Meeting.topic(Variable.PREFIX.of(environment))), 1);
            }
            of(environment, admin).create();
        }
    }

    /** Those of a process. */
    static BrokerTopics of(Map<String, String> environment, Admin admin) throws RoleFailure {
        return new BrokerTopics(
                admin,
                Scenario.named(Variable.PROGRAM.of(environment)),
                named(environment),
                Variable.PARTITIONS.intOf(environment));
    }

    /** As a process has their names. */
    static Topics named(Map<String, String> environment) throws RoleFailure {
        return Variable.TOPICS.in(environment).isPresent()
                ? Topics.parse(Variable.TOPICS.of(environment))
                : Topics.of(Variable.PREFIX.of(environment), Scenario.named(Variable.PROGRAM.of(environment)));
    }

    /** All that a process needs, that of the meeting too. */
    static List<String> needed(Map<String, String> environment) throws RoleFailure {
        List<String> needed = new ArrayList<>(named(environment).names().values());
        Variable.PREFIX.in(environment).ifPresent(prefix -> needed.add(Meeting.topic(prefix)));
        return needed;
    }

    /**
     * Makes inputs and outputs, with as many replicas as the broker gives by itself, and waits until brokers know them.
     */
    public void create() throws RoleFailure, InterruptedException {
        List<String> names = new ArrayList<>(topics.names(scenario.inputs()));
        names.addAll(topics.names(scenario.outputs()));
        create(admin, names, partitions);
    }

    private static void create(Admin admin, List<String> names, int partitions)
            throws RoleFailure, InterruptedException {
        List<NewTopic> all = names.stream()
                .map(name -> new NewTopic(name, partitions, ALL_BROKERS_DEFAULT))
                .toList();
        answer(admin.createTopics(all).all(), "create the topics");
        long startNs = System.nanoTime();
        while (!answer(admin.listTopics().names(), "list the topics").containsAll(names)) {
            if (System.nanoTime() - startNs > ANSWER_LIMIT.toNanos()) {
                throw new RoleFailure(
                        "the broker does not know its new topics after " + ANSWER_LIMIT.toSeconds() + " s");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    /** Deletes all topics whose names begin so, also those that the application has made. */
    public static void deleteAll(Admin admin, String prefix) throws RoleFailure, InterruptedException {
        List<String> ours = answer(admin.listTopics().names(), "list the topics").stream()
                .filter(name -> name.startsWith(prefix + "-"))
                .toList();
        answer(admin.deleteTopics(ours).all(), "delete the topics");
    }

    /**
     * The ends of the outputs for a {@code read_committed} reader, once no transaction is open: the broker ends a
     * transaction after it has answered the commit.
     */
    public Map<TopicPartition, Long> endOfOutput() throws RoleFailure, InterruptedException {
        long startNs = System.nanoTime();
        while (true) {
            Map<TopicPartition, Long> written = ends(IsolationLevel.READ_UNCOMMITTED);
            Map<TopicPartition, Long> committed = committedEnd();
            if (written.equals(committed)) {
                return committed;
            }
            if (System.nanoTime() - startNs > MARKERS_LIMIT.toNanos()) {
                throw new RoleFailure("a transaction is still open in " + topics.names(scenario.outputs()) + " "
                        + MARKERS_LIMIT.toSeconds() + " s after the application has ended");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    /** The same while transactions are open. */
    Map<TopicPartition, Long> committedEnd() throws RoleFailure, InterruptedException {
        return ends(IsolationLevel.READ_COMMITTED);
    }

    private Map<TopicPartition, Long> ends(IsolationLevel isolation) throws RoleFailure, InterruptedException {
        Map<TopicPartition, OffsetSpec> latest = topics.names(scenario.outputs()).stream()
                .flatMap(topic ->
                        IntStream.range(0, partitions).mapToObj(partition -> new TopicPartition(topic, partition)))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        Map<TopicPartition, ListOffsetsResultInfo> found = answer(
                admin.listOffsets(latest, new ListOffsetsOptions(isolation)).all(), "say where the output ends");
        return found.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, partition -> partition.getValue().offset()));
    }

    private static <T> T answer(KafkaFuture<T> future, String request) throws RoleFailure, InterruptedException {
        try {
            return future.get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException refused) {
            throw new RoleFailure("the broker does not " + request + ": " + refused.getCause(), refused);
        } catch (TimeoutException silent) {
            throw new RoleFailure(
                    "the broker does not " + request + " within " + ANSWER_LIMIT.toSeconds() + " s", silent);
        }
    }
}
