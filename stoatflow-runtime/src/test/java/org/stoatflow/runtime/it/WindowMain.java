package org.stoatflow.runtime.it;

import java.io.IOException;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.testkit.WindowCounts;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.Stores;

/** Counts in windows that close by stream time, in a JVM of its own; ends with its parent. */
final class WindowMain {
    static final long SIZE_MS = 1_000;
    static final long GRACE_MS = 60_000;

    private WindowMain() {}

    /**
     * Arguments: bootstrap servers, application id, state folder, guarantee, topic of input, topic of closed windows,
     * and whether the function that takes closed windows blocks for ever.
     */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException {
        Properties config = new Properties();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, args[3]);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        KafkaStreams streams = new KafkaStreams(topology(args[4], args[5], Boolean.parseBoolean(args[6])), config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        while (System.in.read() >= 0) {
            // nothing is said to this process; its input ends with its parent
        }
        System.exit(0);
    }

    private static Topology topology(String in, String out, boolean blocks) {
        Topology topology = new Topology();
        topology.addSource("src", in);
        topology.addProcessor("windows", new WindowCounts.Supplier("windows", SIZE_MS, GRACE_MS), "src");
        topology.addStateStore(
                Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore("windows"), Serdes.String(), Serdes.String()),
                "windows");
        topology.addProcessor("gate", () -> new Gate(blocks), "windows");
        topology.addSink("out", out, "gate");
        return topology;
    }

    private static final class Gate extends ContextualProcessor<String, String, String, String> {
        private final boolean blocks;

        Gate(boolean blocks) {
            this.blocks = blocks;
        }

        @Override
        public void process(Record<String, String> record) {
            if (blocks) {
                System.out.println("a window closes");
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException end) {
                    throw new IllegalStateException(end);
                }
            }
            context().forward(record);
        }
    }
}
