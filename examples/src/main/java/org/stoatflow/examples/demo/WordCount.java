package org.stoatflow.examples.demo;

import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.examples.demo.stoatflow.CountingApplication;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;

/** The application's topology and settings, as a user would write them. */
final class WordCount {
    static final String STORE = "counts";

    private WordCount() {}

    static Topology topology() {
        return CountingApplication.topology(DemoTopics.LINES, Library.STOATFLOW.counts());
    }

    /** The settings of both libraries, whose keys have the same names; what is not here is as by default. */
    static Properties settings(Library library, DemoOptions options, String bootstrapServers, Path stateFolder) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, library.applicationId());
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class.getName());
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class.getName());
        settings.put(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG, options.guarantee().setting());
        // A cache would forward only some of a word's counts, and the demo verifies all of them.
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0");
        if (options.lanes() != null && library == Library.STOATFLOW) {
            settings.put(StoatflowConfig.LANES.key(), options.lanes().toString());
        }
        return settings;
    }
}
