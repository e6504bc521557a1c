package org.stoatflow.parity.program;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.WindowStore;

/**
 * An application with stores of each kind that operators have, some behind a hop, in a JVM of its own that ends with
 * its parent. Record caches are on. It says its states, and from which offset to which it restores each partition.
 */
public final class KilledStateMain {
    private static final Duration RETENTION = Duration.ofMinutes(10);
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final Duration GAP = Duration.ofSeconds(2);
    private static final Duration APART = Duration.ofSeconds(1);

    private KilledStateMain() {}

    /** Arguments: bootstrap servers, application id, state folder, guarantee, start of the topics' names. */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException {
        Properties config = settings(args[0], args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, args[3]);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        KafkaStreams streams = new KafkaStreams(topology(args[4]), config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.setGlobalStateRestoreListener(new Reporter());
        streams.start();
        while (System.in.read() >= 0) {
            // nothing is said to this process; its input ends with its parent
        }
        System.exit(0);
    }

    /** The stores of the application. */
    public static List<StoreDescription> stores(String prefix) {
        StreamsConfig config = new StreamsConfig(settings("none:1", "stores"));
        return TopologyAccess.logical(topology(prefix), config).stores().values().stream()
                .map(store -> store.description().orElseThrow())
                .toList();
    }

    private static Properties settings(String bootstrapServers, String application) {
        Properties config = new Properties();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        // Changelogs are compared record by record.
        config.put(StreamsConfig.topicPrefix(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG), Long.MAX_VALUE);
        return config;
    }

    private static Topology topology(String prefix) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> events = builder.stream(prefix + "events");
        KStream<String, String> others = builder.stream(prefix + "others");
        KTable<String, String> table = builder.table(
                prefix + "table", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("table"));
        KGroupedStream<String, String> grouped = events.groupByKey();
        grouped.count(Materialized.as("counts"))
                .toStream()
                .to(prefix + "counted", Produced.with(Serdes.String(), Serdes.Long()));
        grouped.windowedBy(TimeWindows.ofSizeWithNoGrace(WINDOW))
                .count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("windows")
                        .withRetention(RETENTION))
                .toStream((window, count) -> window.key())
                .to(prefix + "out", Produced.with(Serdes.String(), Serdes.Long()));
        grouped.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(GAP))
                .count(Materialized.<String, Long, SessionStore<Bytes, byte[]>>as("sessions")
                        .withRetention(RETENTION))
                .toStream((window, count) -> window.key())
                .to(prefix + "out", Produced.with(Serdes.String(), Serdes.Long()));
        events.groupBy((key, value) -> value.substring(value.length() - 1))
                .count(Materialized.as("regrouped"))
                .toStream()
                .to(prefix + "out", Produced.with(Serdes.String(), Serdes.Long()));
        events.leftJoin(
                        others,
                        (event, other) -> event + "|" + other,
                        JoinWindows.ofTimeDifferenceAndGrace(APART, APART),
                        StreamJoined.<String, String, String>as("joined").withStoreName("joined"))
                .to(prefix + "out");
        events.join(table, (event, row) -> event + "|" + row).to(prefix + "out");
        return builder.build();
    }

    private static final class Reporter implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
            System.out.println("restores " + store + " " + partition.partition() + " from " + from + " to " + to);
        }

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long end, long restored) {}

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long restored) {}
    }
}
