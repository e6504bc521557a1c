package org.stoatflow.localkafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.jspecify.annotations.Nullable;

/**
 * Where tests take a broker from: one for the JVM, started at the first use.
 *
 * <p>The system property {@value #PROPERTY} says which: {@code local} (default; a {@link LocalKafka}),
 * {@code testcontainers} (needs Docker, and Testcontainers on the class path), or the {@code host:port} of a cluster
 * that runs already. Tests share it, so each takes names of its own from {@link #uniqueName}. A test that stops or
 * slows brokers starts its own {@link LocalKafka} instead. Usable from any thread.
 */
public final class TestCluster {
    /** Name of the system property that chooses the cluster. */
    public static final String PROPERTY = "stoatflow.test.kafka";

    private static final Duration START_TIMEOUT = Duration.ofMinutes(3); // of a machine that has much else to do

    /** Nobody ends this broker, and on a busy machine its heartbeat to itself may be late. */
    private static final Map<String, String> UNDISTURBED = Map.of("broker.session.timeout.ms", "120000");

    private static final long PROCESS = ProcessHandle.current().pid();

    /**
     * Finds what {@link #uniqueName} has made; on a cluster that others use, another one's process has another number.
     */
    private static final Pattern OURS = Pattern.compile("-[0-9a-z]{8,}-" + PROCESS + "-\\d+");

    private static final AtomicLong NAMES = new AtomicLong();

    /** Written once, by the thread that is the first to use the cluster. */
    private static volatile @Nullable TestCluster started;

    private final String bootstrapServers;
    private final Admin admin;
    private final AutoCloseable broker;

    private TestCluster(String bootstrapServers, AutoCloseable broker) {
        this.bootstrapServers = bootstrapServers;
        this.broker = broker;
        this.admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                AdminClientConfig.CLIENT_ID_CONFIG,
                "test-cluster"));
    }

    /** The cluster of this JVM. A failure to start it is the failure of every test that asks. */
    public static TestCluster shared() {
        return Shared.CLUSTER;
    }

    /**
     * Deletes the topics of this JVM: those whose names come from {@link #uniqueName}, and those that an application
     * has made behind such a name of its own. For the time between two classes of tests, when nobody uses them: a
     * broker that keeps them goes through all of them for each list of its topics, and again and again to measure them.
     * Does nothing where nobody has used the cluster yet.
     */
    public static void deleteTopics() {
        TestCluster cluster = started;
        if (cluster != null) {
            Topics.delete(cluster.admin, OURS.asPredicate());
        }
    }

    /** Where clients connect, as {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** A client of the cluster; not to be closed. */
    public Admin admin() {
        return admin;
    }

    /** Creates a topic and returns when its partitions have leaders. */
    public void createTopic(String name, int partitions, Map<String, String> settings) {
        Topics.create(admin, name, partitions, settings);
    }

    /** Creates a topic with the cluster's default settings. */
    public void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    /**
     * A name for a topic, a group or an application that nobody else uses, and that no later run on the same cluster
     * uses.
     */
    public String uniqueName(String prefix) {
        return prefix + "-" + Long.toString(System.currentTimeMillis(), 36) + "-" + PROCESS + "-"
                + NAMES.incrementAndGet();
    }

    static TestCluster open(String choice) {
        return switch (choice) {
            case "local" -> {
                LocalKafka kafka = LocalKafka.start(LocalKafkaOptions.quick()
                        .withBrokerProperties(UNDISTURBED)
                        .withStartTimeout(START_TIMEOUT));
                yield new TestCluster(kafka.bootstrapServers(), kafka);
            }
            case "testcontainers" -> container();
            default -> running(choice);
        };
    }

    private static TestCluster container() {
        try {
            ContainerKafka kafka = ContainerKafka.start();
            return new TestCluster(kafka.bootstrapServers(), kafka);
        } catch (NoClassDefFoundError failure) {
            throw new LocalKafkaException(
                    PROPERTY + "=testcontainers needs org.testcontainers:testcontainers-kafka on the class path",
                    failure);
        }
    }

    private static TestCluster running(String address) {
        if (!address.matches("[^:]+:\\d+(,[^:]+:\\d+)*")) {
            throw new LocalKafkaException(
                    PROPERTY + "=" + address + " must be local, testcontainers, or host:port of a running cluster");
        }
        return new TestCluster(address, () -> {});
    }

    void close() throws Exception {
        admin.close();
        broker.close();
    }

    /** Started when this class is first used. */
    private static final class Shared {
        private static final TestCluster CLUSTER = open(System.getProperty(PROPERTY, "local"));

        static {
            started = CLUSTER;
            Runtime.getRuntime().addShutdownHook(new Thread(Shared::close, "test-cluster-close"));
        }

        private static void close() {
            try {
                CLUSTER.close();
            } catch (Exception failure) {
                throw new LocalKafkaException("the test cluster did not close", failure);
            }
        }
    }
}
