package org.stoatflow.parity.program;

import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;

/** The operators in a JVM of their own, that ends with its parent. */
public final class KilledMain {
    private static final long KEPT_MS = Duration.ofDays(36_500).toMillis();

    private KilledMain() {}

    /**
     * Arguments: bootstrap servers, application id, state folder, guarantee, affinity, whether there are joins by
     * foreign key, start of the topics' names.
     */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException {
        Properties config = settings(new Properties());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, args[3]);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.put("stoatflow.affinity", args[4]);
        config.put("stoatflow.lanes", 16);
        KafkaStreams streams = new KafkaStreams(
                KilledOperators.builder(args[6], true, Boolean.parseBoolean(args[5]))
                        .build(config),
                config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        while (System.in.read() >= 0) {
            // nothing is said to this process; its input ends with its parent
        }
        System.exit(0);
    }

    /**
     * What both the engine and the driver are told: nothing waits for the wall clock, no update is cached, and the
     * broker keeps windows' changelogs, though the input's times are years ago.
     */
    static Properties settings(Properties config) {
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        config.put(StreamsConfig.WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG, KEPT_MS);
        config.put("__emit.interval.ms.kstreams.outer.join.spurious.results.fix__", 0L);
        config.put("__emit.interval.ms.kstreams.windowed.aggregation__", 0L);
        return config;
    }
}
