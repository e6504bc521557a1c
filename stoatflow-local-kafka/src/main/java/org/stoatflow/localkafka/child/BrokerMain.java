package org.stoatflow.localkafka.child;

import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;

/**
 * The broker's JVM: formats the storage where that was not done yet, runs a Kafka node, and obeys its standard input
 * ({@link Orders}). Arguments: the node's folder, its {@code server.properties}, the cluster id.
 */
public final class BrokerMain {
    /** What the log says once the node serves; the parent waits for it. */
    public static final String STARTED = "this node serves now";

    private static final BrokerLogger LOG = new BrokerLogger(BrokerMain.class.getName());
    private static final int STOPPED = 0;
    private static final int FAILED = 1;

    private BrokerMain() {}

    /** Runs until told to stop. */
    public static void main(String[] args) {
        int status = FAILED;
        try {
            run(Path.of(args[0]), args[1], args[2]);
            status = STOPPED;
        } catch (Throwable failure) { // the root of this JVM
            LOG.error("the broker ends", failure);
        } finally {
            // Not exit: a node that failed to start leaves threads and shutdown hooks that would wait for each other.
            Runtime.getRuntime().halt(status);
        }
    }

    private static void run(Path folder, String settingsFile, String clusterId) throws Exception {
        Orders orders = new Orders(System.in, folder);
        orders.follow();
        format(settingsFile, clusterId);
        Properties settings = Utils.loadProps(settingsFile);
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM);
        server.startup();
        LOG.info(STARTED);
        orders.awaitStop();
        server.shutdown();
        server.awaitShutdown();
    }

    private static void format(String settingsFile, String clusterId) {
        String[] arguments = {"format", "--ignore-formatted", "--config", settingsFile, "--cluster-id", clusterId};
        int status = StorageTool.execute(arguments, System.err);
        if (status != 0) {
            throw new IllegalStateException("formatting the storage ended with status " + status);
        }
    }
}
