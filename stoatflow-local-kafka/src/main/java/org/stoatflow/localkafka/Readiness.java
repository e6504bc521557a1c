package org.stoatflow.localkafka;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.Node;

/** Waits until all started nodes serve: each says so in its log, and the cluster lists each as an unfenced broker. */
final class Readiness {
    private static final int ASK_TIMEOUT_MS = 5_000;

    private final List<BrokerProcess> started;
    private final Duration limit;
    private String seen = "nobody was asked";

    Readiness(List<BrokerProcess> started, Duration limit) {
        this.started = started;
        this.limit = limit;
    }

    /**
     * Before there is a client: it would log each refused connection, and a port may be another cluster's until then.
     */
    void awaitStarted() {
        for (BrokerProcess broker : started) {
            Await.until(() -> hasStarted(broker), limit, () -> late(broker));
        }
    }

    void awaitCluster(Admin admin) {
        Set<Integer> expected =
                started.stream().map(broker -> broker.node().id()).collect(Collectors.toCollection(TreeSet::new));
        Await.until(
                () -> listed(admin).containsAll(expected),
                limit,
                () -> "brokers " + expected + " are not all part of the cluster after " + limit.toSeconds() + " s ("
                        + seen + "); " + started.getFirst().node().log().tail());
    }

    private static boolean hasStarted(BrokerProcess broker) {
        broker.checkAlive();
        return broker.hasStarted();
    }

    private String late(BrokerProcess broker) {
        BrokerNode node = broker.node();
        return "broker " + node.id() + " does not serve on " + node.address() + " after " + limit.toSeconds() + " s; "
                + node.log().tail();
    }

    private Set<Integer> listed(Admin admin) {
        started.forEach(BrokerProcess::checkAlive);
        try {
            Set<Integer> ids = admin
                    .describeCluster(new DescribeClusterOptions().timeoutMs(ASK_TIMEOUT_MS))
                    .nodes()
                    .get(ASK_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                    .stream()
                    .map(Node::id)
                    .collect(Collectors.toCollection(TreeSet::new));
            seen = "the cluster lists " + ids;
            return ids;
        } catch (ExecutionException | TimeoutException failure) {
            seen = "the cluster answers " + failure;
            return Set.of();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LocalKafkaException("interrupted while waiting for a local Kafka cluster", interrupted);
        }
    }
}
