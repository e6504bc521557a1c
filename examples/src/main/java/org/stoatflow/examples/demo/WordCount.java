package org.stoatflow.examples.demo;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/** The application: topology and configuration, as a user would write them. */
final class WordCount {
    static final String APPLICATION_ID = "stoatflow-demo";

    private WordCount() {}

    static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(DemoTopics.LINES)
                .flatMapValues(line -> List.of(line.split(" ")))
                .groupBy((key, word) -> word)
                .count(Materialized.as("counts"))
                .toStream()
                .to(DemoTopics.COUNTS, Produced.valueSerde(Serdes.Long()));
        return builder.build();
    }

    static Properties settings(DemoOptions options, String bootstrapServers, Path stateFolder) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION_ID);
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG, options.guarantee().setting());
        // A cache would forward only some of a word's counts, and the demo verifies all of them.
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        if (options.lanes() != null) {
            settings.put(StoatflowConfig.LANES.key(), options.lanes());
        }
        return settings;
    }
}
