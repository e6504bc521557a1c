package org.stoatflow.localkafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A real Apache Kafka cluster (KRaft) on 127.0.0.1, each node a child JVM with data of its own in a temporary folder.
 * For demos, tests and benchmarks.
 *
 * <p>The children run the broker from this JVM's class path; no class of the broker is loaded here. They end with this
 * JVM, however it ends. {@link #close()} removes all files; after a failure the logs stay, and the message names them.
 *
 * <p>Methods without a node act on all nodes. {@link #bootstrapServers()} and {@link #admin()} may be used by any
 * thread, all else by one thread at a time.
 */
public final class LocalKafka implements AutoCloseable {
    /** Of every node. The heap holds little: a broker's data is in the page cache. */
    static final List<String> JVM_ARGS = List.of(
            "-Xmx512m",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /**
     * For brokers that are measured against. With the serial collector and a heap that grows from 64 MiB, a broker that
     * took 5,000 records a second stood still for 5 to 8 ms six times a second; with these options it stands still once
     * a second, for 3 to 4 ms (two cores).
     */
    static final List<String> STEADY_JVM_ARGS = List.of("-Xms512m", "-Xmn128m", "-XX:+UseParallelGC");

    /**
     * For brokers that serve a few thousand records and then end: without the optimizing compiler a node serves after
     * 1.8 s instead of 2.4 s (two cores), and the serial collector needs neither threads nor memory of its own. It need
     * not collect only because classes have been loaded either, twice in a start.
     */
    static final List<String> QUICK_JVM_ARGS =
            List.of("-Xms64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:MetaspaceSize=128m");

    private static final int START_ATTEMPTS_MAX = 5;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final LocalKafkaOptions options;
    private final String clusterId = Uuid.randomUuid().toString();
    private final Path folder;
    private final List<BrokerProcess> brokers;
    private @Nullable Admin admin;

    private LocalKafka(LocalKafkaOptions options) {
        this.options = options;
        this.folder = Folders.createTemporary();
        List<BrokerNode> nodes = plan();
        BrokerJvm jvm = BrokerJvm.of(options.jvmArgs());
        this.brokers = nodes.stream()
                .map(node -> new BrokerProcess(node, clusterId, jvm))
                .toList();
        nodes.forEach(node -> BrokerSettings.write(node, nodes, options.brokerProperties()));
    }

    /** Starts one broker and returns when it serves. */
    public static LocalKafka start() {
        return start(LocalKafkaOptions.defaults());
    }

    /**
     * Starts a cluster and returns when all its nodes serve.
     *
     * @throws LocalKafkaException if it does not, with the reason; at once where a given port is taken, or there is no
     *     place for temporary files
     */
    public static LocalKafka start(LocalKafkaOptions options) {
        Ports.requireFree(options.ports());
        for (int attempt = 1; ; attempt++) {
            LocalKafka kafka = new LocalKafka(options);
            try {
                kafka.startBrokers(kafka.brokers);
                return kafka;
            } catch (PortTakenException failure) {
                kafka.abandon();
                if (!options.ports().isEmpty() || attempt == START_ATTEMPTS_MAX) {
                    throw failure;
                }
                Folders.delete(kafka.folder);
            } catch (RuntimeException failure) {
                kafka.abandon();
                throw failure;
            }
        }
    }

    /** Where clients connect, as {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return brokers.stream().map(broker -> broker.node().address()).collect(Collectors.joining(","));
    }

    /** A client of this cluster, closed with it. */
    public Admin admin() {
        if (admin == null) {
            throw new IllegalStateException("the cluster is not started");
        }
        return admin;
    }

    /**
     * Creates a topic, replicated to three nodes where there are so many, and returns when its partitions have leaders.
     */
    public void createTopic(String name, int partitions, Map<String, String> settings) {
        Topics.create(admin(), name, partitions, settings);
    }

    /** Creates a topic with the broker's default settings. */
    public void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    /**
     * Copies the logs of all nodes to {@code broker-1.log} and so on in a folder, since {@link #close} removes them.
     *
     * @throws UncheckedIOException if a log cannot be read, or the folder not be written
     */
    public void copyLogs(Path into) {
        for (BrokerProcess broker : brokers) {
            try {
                Files.copy(
                        broker.node().log().file(),
                        into.resolve("broker-" + broker.node().id() + ".log"),
                        StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException failure) {
                throw new UncheckedIOException(
                        "the log of broker " + broker.node().id() + " could not be copied to " + into, failure);
            }
        }
    }

    /** Process id of a node, from 1. */
    public long pid(int node) {
        return broker(node).pid();
    }

    /** SIGKILL to all nodes; returns when they are gone. */
    public void kill() {
        List<BrokerProcess> running = alive();
        running.forEach(BrokerProcess::requestKill);
        running.forEach(BrokerProcess::awaitKill);
    }

    /** SIGKILL to a node; returns when it is gone. */
    public void kill(int node) {
        broker(node).kill();
    }

    /** SIGSTOP to all nodes: they stay, with their connections, and do nothing. */
    public void freeze() {
        alive().forEach(BrokerProcess::freeze);
    }

    /** SIGSTOP to a node. */
    public void freeze(int node) {
        broker(node).freeze();
    }

    /** SIGCONT to all nodes. */
    public void thaw() {
        brokers.forEach(BrokerProcess::thaw);
    }

    /** SIGCONT to a node. */
    public void thaw(int node) {
        broker(node).thaw();
    }

    /** Ends all nodes in order, keeping ports and data. One that needs more than 15 s is killed. */
    public void stop() {
        List<BrokerProcess> running = alive();
        running.forEach(BrokerProcess::requestStop);
        running.forEach(BrokerProcess::awaitStop);
    }

    /** Ends a node in order, keeping its port and data. */
    public void stop(int node) {
        broker(node).requestStop();
        broker(node).awaitStop();
    }

    /** Starts all nodes again on their ports and data, after an orderly end of those that run. */
    public void restart() {
        stop();
        startBrokers(brokers);
    }

    /** Starts a node again on its port and data, after an orderly end if it runs. */
    public void restart(int node) {
        BrokerProcess broker = broker(node);
        if (broker.isAlive()) {
            stop(node);
        }
        startBrokers(List.of(broker));
    }

    /**
     * Cuts off the batch of records that holds an offset, and all behind it, from a partition's log on all nodes: what
     * a leader is left with whose disk has lost the last writes, and those who follow it. The nodes must not run.
     *
     * @throws LocalKafkaException if no node has the partition
     */
    public void cutLog(String topic, int partition, long end) {
        if (!alive().isEmpty()) {
            throw new IllegalStateException("the log of " + topic + "-" + partition + " cannot be cut while nodes run");
        }
        List<PartitionLog> logs = brokers.stream()
                .map(broker -> new PartitionLog(broker.node().dataFolder().resolve(topic + "-" + partition)))
                .filter(PartitionLog::exists)
                .toList();
        if (logs.isEmpty()) {
            throw new LocalKafkaException("no node has partition " + partition + " of topic " + topic);
        }
        logs.forEach(log -> log.cut(end));
    }

    /** Ends all nodes at once and removes all their files. */
    @Override
    public void close() {
        closeAdmin(CLOSE_TIMEOUT);
        kill();
        Folders.delete(folder);
    }

    private void startBrokers(List<BrokerProcess> starting) {
        starting.forEach(BrokerProcess::start);
        Readiness readiness = new Readiness(starting, options.startTimeout());
        readiness.awaitStarted();
        if (admin == null) {
            admin = Admin.create(Map.of(
                    AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers(),
                    AdminClientConfig.CLIENT_ID_CONFIG, "local-kafka",
                    AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "200"));
        }
        readiness.awaitCluster(admin);
    }

    /** After a failed start: leaves the logs alone. */
    private void abandon() {
        closeAdmin(Duration.ZERO);
        kill();
        brokers.forEach(broker -> Folders.delete(broker.node().dataFolder()));
    }

    private void closeAdmin(Duration limit) {
        if (admin != null) {
            admin.close(limit);
        }
    }

    Path folder() {
        return folder;
    }

    private List<BrokerProcess> alive() {
        return brokers.stream().filter(BrokerProcess::isAlive).toList();
    }

    private BrokerProcess broker(int node) {
        if (node < 1 || node > brokers.size()) {
            throw new IllegalArgumentException("node=" + node + " must be from 1 to " + brokers.size());
        }
        return brokers.get(node - 1);
    }

    private List<BrokerNode> plan() {
        Set<Integer> taken = new HashSet<>(options.ports());
        List<BrokerNode> nodes = new ArrayList<>();
        for (int id = 1; id <= options.brokers(); id++) {
            int port = options.ports().isEmpty()
                    ? Ports.free(taken)
                    : options.ports().get(id - 1);
            Path home = Folders.create(folder.resolve("broker-" + id));
            nodes.add(new BrokerNode(id, port, Ports.free(taken), id <= options.controllers(), home));
        }
        return List.copyOf(nodes);
    }
}
