package org.stoatflow.chaos;

import java.io.IOException;
import java.util.Arrays;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * The application of a cold start, in a process of its own. Its second stage has two entries, both hops, and a cached
 * store; each word comes by both of them.
 *
 * <pre>
 * lines ─┬→ words → hop "by-word" ─┬→ cached count ─→ counts
 *        └→ words → hop "again" ───┘
 * </pre>
 */
final class ColdStartApplication {
    /** How often each word of a line is counted. */
    static final int TIMES_COUNTED = 2;

    private static final int CACHE_BYTES = 16_384;
    private static final int COMMIT_INTERVAL_MS = 100;

    private ColdStartApplication() {}

    /** Arguments: bootstrap servers, guarantee, application id, topics of lines and of counts, state folder. */
    public static void main(String[] args) throws IOException {
        ChaosApplicationMain.live(
                new KafkaStreams(topology(args[3], args[4]), settings(args[0], args[1], args[2], args[5])));
    }

    static Topology topology(String lines, String counts) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> read = builder.stream(lines, Consumed.with(Serdes.String(), Serdes.String()));
        byWord(read, "by-word")
                .merge(byWord(read, "again"))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("counts")
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long())
                        .withCachingEnabled())
                .mapValues(String::valueOf)
                .toStream()
                .to(counts, Produced.with(Serdes.String(), Serdes.String()));
        return builder.build();
    }

    private static KStream<String, String> byWord(KStream<String, String> lines, String hop) {
        return lines.flatMapValues(line -> Arrays.asList(line.split(" ")))
                .selectKey((key, word) -> word)
                .repartition(Repartitioned.<String, String>as(hop)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.String()));
    }

    private static Properties settings(String servers, String guarantee, String application, String stateFolder) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder);
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_MS);
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
        return settings;
    }
}
