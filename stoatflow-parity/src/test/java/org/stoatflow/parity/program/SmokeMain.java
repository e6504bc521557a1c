package org.stoatflow.parity.program;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.stoatflow.streams.CloseOptions;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;

/** The smoke topology in a JVM of its own. It closes, and leaves the group, when its input ends. */
public final class SmokeMain {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(120);
    /** What the next owner waits for after a kill: the shortest session of a broker, and a transaction as short. */
    private static final int LOST_AFTER_MS = 6_000;

    /** Arguments before those that are settings. */
    private static final int SETTINGS = 4;

    private SmokeMain() {}

    /**
     * Arguments: bootstrap servers, application id, state folder, start of the topics' names, and more settings, {@code
     * key=value} each.
     */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException {
        Properties config = KilledMain.settings(new Properties());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), LOST_AFTER_MS);
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), LOST_AFTER_MS / 3);
        config.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), LOST_AFTER_MS);
        for (String setting : List.of(args).subList(SETTINGS, args.length)) {
            String[] parts = setting.split("=", 2);
            config.put(parts[0], parts[1]);
        }
        System.out.println("library "
                + KafkaStreams.class.getProtectionDomain().getCodeSource().getLocation());
        KafkaStreams streams = new KafkaStreams(SmokeTopology.of(args[3], config), config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        while (System.in.read() >= 0) {
            // nothing is said to this process; the end of its input tells it to close
        }
        boolean closed = streams.close(CloseOptions.timeout(CLOSE_LIMIT)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        System.exit(closed ? 0 : 1);
    }
}
