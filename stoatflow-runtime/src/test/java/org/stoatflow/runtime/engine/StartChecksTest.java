package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;

class StartChecksTest {
    @TempDir
    Path stateDir;

    /** It takes three keys to see it, so the configuration alone does not refuse it. */
    @Test
    void shouldRefuseABoundOfMemoryThatTheOtherBoundsTakeBeforeTheStart() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        config.put(StoatflowConfig.MEMORY_BYTES_MAX.key(), "16777216");

        ConfigException refused = assertThrows(ConfigException.class, () -> new KafkaStreams(topology(), config));

        assertTrue(refused.getMessage().contains("raise this to at least 37748736"), refused.getMessage());
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        return builder.build();
    }
}
