package org.stoatflow.localkafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How to start a {@link LocalKafka}. Immutable; each {@code with…} returns a changed copy.
 *
 * @param brokers number of nodes; the first three (one, where there are fewer than three) are controllers too
 * @param brokerProperties broker settings that replace ours or are added, for all nodes
 * @param jvmArgs JVM options of each node (heap sizes up to 512 MiB, collector), after {@link LocalKafka}'s own
 * @param ports client ports, one for each node; empty: free ones are chosen, again if another process takes one
 *     meanwhile
 * @param startTimeout how long a node may take until it answers
 */
public record LocalKafkaOptions(
        int brokers,
        Map<String, String> brokerProperties,
        List<String> jvmArgs,
        List<Integer> ports,
        Duration startTimeout) {

    /** Checks the values and copies the collections. */
    public LocalKafkaOptions {
        if (brokers < 1) {
            throw new IllegalArgumentException("brokers=" + brokers + " must be at least 1");
        }
        if (!ports.isEmpty() && ports.size() != brokers) {
            throw new IllegalArgumentException("ports=" + ports + " must be empty or one for each of " + brokers);
        }
        brokerProperties = Map.copyOf(brokerProperties);
        jvmArgs = List.copyOf(jvmArgs);
        ports = List.copyOf(ports);
    }

    /**
     * Name of the system property that makes all brokers {@link #quick()} ones, those of demos and benchmarks too. Our
     * build sets it for tests: they ask whether a benchmark runs, and not what it measures.
     */
    public static final String QUICK = "stoatflow.kafka.quick";

    /** One broker that can be measured against (where {@value #QUICK} is not set), free port, a minute to start. */
    public static LocalKafkaOptions defaults() {
        List<String> jvmArgs = Boolean.getBoolean(QUICK) ? LocalKafka.QUICK_JVM_ARGS : LocalKafka.STEADY_JVM_ARGS;
        return new LocalKafkaOptions(1, Map.of(), jvmArgs, List.of(), Duration.ofSeconds(60));
    }

    /** One broker for tests, which serves a few thousand records and ends: not to be measured against. */
    public static LocalKafkaOptions quick() {
        return defaults().withJvmArgs(LocalKafka.QUICK_JVM_ARGS);
    }

    /** This with so many nodes. */
    public LocalKafkaOptions withBrokers(int brokers) {
        return new LocalKafkaOptions(brokers, brokerProperties, jvmArgs, ports, startTimeout);
    }

    /** This with these broker settings in place of the former. */
    public LocalKafkaOptions withBrokerProperties(Map<String, String> brokerProperties) {
        return new LocalKafkaOptions(brokers, brokerProperties, jvmArgs, ports, startTimeout);
    }

    /** This with these JVM options in place of the former. */
    public LocalKafkaOptions withJvmArgs(List<String> jvmArgs) {
        return new LocalKafkaOptions(brokers, brokerProperties, jvmArgs, ports, startTimeout);
    }

    /** This with these client ports, one for each node. */
    public LocalKafkaOptions withPorts(List<Integer> ports) {
        return new LocalKafkaOptions(brokers, brokerProperties, jvmArgs, ports, startTimeout);
    }

    /** This with another bound for the start of a node. */
    public LocalKafkaOptions withStartTimeout(Duration startTimeout) {
        return new LocalKafkaOptions(brokers, brokerProperties, jvmArgs, ports, startTimeout);
    }

    int controllers() {
        return brokers >= 3 ? 3 : 1;
    }
}
