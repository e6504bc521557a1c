package org.stoatflow.parity.program;

import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.CloseOptions;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.WindowStore;

/**
 * Counts in windows of each kind, each forwarded when it closes, in a JVM of its own. It closes, and leaves the group,
 * when its input ends. The stores keep windows long after they have closed.
 */
public final class ClosedWindowsMain {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(120);
    private static final Duration SIZE = Duration.ofSeconds(10);
    private static final Duration GAP = Duration.ofSeconds(6);
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final Duration KEPT = Duration.ofHours(1);

    private ClosedWindowsMain() {}

    /**
     * Arguments: bootstrap servers, application id, state folder, guarantee, how often Kafka Streams looks for closed
     * windows in milliseconds, topic of the input, start of the names of the output's topics.
     */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException {
        Properties config = KilledMain.settings(new Properties());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, args[3]);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.put("__emit.interval.ms.kstreams.windowed.aggregation__", Long.parseLong(args[4]));
        StreamsBuilder builder = new StreamsBuilder();
        count(
                builder.stream(args[5], Consumed.with(Serdes.String(), Serdes.String()))
                        .groupByKey(),
                args[6]);
        KafkaStreams streams = new KafkaStreams(builder.build(config), config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        while (System.in.read() >= 0) {
            // nothing is said to this process; the end of its input tells it to close
        }
        boolean closed = streams.close(CloseOptions.timeout(CLOSE_LIMIT)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        System.exit(closed ? 0 : 1);
    }

    private static void count(KGroupedStream<String, String> grouped, String out) {
        EmitStrategy onClose = EmitStrategy.onWindowClose();
        to(
                out + "tumbling",
                grouped.windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                        .emitStrategy(onClose)
                        .count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("tumbling")
                                .withRetention(KEPT)));
        to(
                out + "sliding",
                grouped.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(SIZE, GRACE))
                        .emitStrategy(onClose)
                        .count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("sliding")
                                .withRetention(KEPT)));
        to(
                out + "session",
                grouped.windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))
                        .emitStrategy(onClose)
                        .count(Materialized.<String, Long, SessionStore<Bytes, byte[]>>as("session")
                                .withRetention(KEPT)));
    }

    private static void to(String topic, KTable<Windowed<String>, Long> table) {
        table.toStream((key, count) -> key.key() + "@" + key.window().start() + "-"
                        + key.window().end())
                .mapValues(count -> count.toString())
                .to(topic, Produced.with(Serdes.String(), Serdes.String()));
    }
}
