package org.stoatflow.localkafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The {@code server.properties} of a node: small and quick, with the guarantees of a real cluster of that size. */
final class BrokerSettings {
    private static final int REPLICAS_MAX = 3;

    private BrokerSettings() {}

    static void write(BrokerNode node, List<BrokerNode> cluster, Map<String, String> overrides) {
        Properties settings = new Properties();
        settings.putAll(identity(node, cluster));
        settings.putAll(replication(cluster.size()));
        settings.putAll(quickness());
        settings.putAll(overrides);
        try (Writer out = Files.newBufferedWriter(node.settingsFile())) {
            settings.store(out, null);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<String, String> identity(BrokerNode node, List<BrokerNode> cluster) {
        String client = "PLAINTEXT://" + node.address();
        String controller = "CONTROLLER://" + Ports.HOST + ":" + node.controllerPort();
        String voters = cluster.stream()
                .filter(BrokerNode::controller)
                .map(BrokerNode::voter)
                .collect(Collectors.joining(","));
        return Map.of(
                "process.roles",
                node.controller() ? "broker,controller" : "broker",
                "node.id",
                Integer.toString(node.id()),
                "controller.quorum.voters",
                voters,
                "listeners",
                node.controller() ? client + "," + controller : client,
                "advertised.listeners",
                client,
                "controller.listener.names",
                "CONTROLLER",
                "inter.broker.listener.name",
                "PLAINTEXT",
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs",
                node.dataFolder().toString());
    }

    private static Map<String, String> replication(int brokers) {
        String replicas = Integer.toString(Math.min(brokers, REPLICAS_MAX));
        String inSync = brokers >= REPLICAS_MAX ? "2" : "1";
        return Map.of(
                "default.replication.factor", replicas,
                "min.insync.replicas", inSync,
                "offsets.topic.replication.factor", replicas,
                "transaction.state.log.replication.factor", replicas,
                "transaction.state.log.min.isr", inSync,
                "share.coordinator.state.topic.replication.factor", replicas,
                "share.coordinator.state.topic.min.isr", inSync);
    }

    /**
     * Fewer internal partitions: each costs files, and time at the first transaction and the first commit. A shorter
     * broker session: a killed node may come back, and another take over its partitions, only when its session has run
     * out. A smaller map of keys for the cleaner of compacted logs, which sets all of it to zero for each log that it
     * cleans, however short: with the default, 128 MiB, that was a fifth of what a broker of tests computed. It has
     * room for 600,000 keys.
     */
    private static Map<String, String> quickness() {
        return Map.of(
                "offsets.topic.num.partitions", "4",
                "transaction.state.log.num.partitions", "4",
                "share.coordinator.state.topic.num.partitions", "1",
                "broker.session.timeout.ms", "6000",
                "broker.heartbeat.interval.ms", "1000",
                "group.initial.rebalance.delay.ms", "0",
                "log.retention.ms", "-1", // tests write records of any age, and read all of them
                "log.cleaner.dedupe.buffer.size", "16777216",
                "auto.create.topics.enable", "false");
    }
}
