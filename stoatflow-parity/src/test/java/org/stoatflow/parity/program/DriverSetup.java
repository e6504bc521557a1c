package org.stoatflow.parity.program;

import java.time.Duration;
import java.time.Instant;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;

/** Drivers of programs, with strings by default and the wall clock at one second. */
final class DriverSetup {
    static final Instant START = Instant.ofEpochMilli(1_000);

    private DriverSetup() {}

    static Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(
                StreamsConfig.STATE_DIR_CONFIG,
                System.getProperty("java.io.tmpdir") + "/driver-programs-"
                        + ProcessHandle.current().pid());
        return config;
    }

    static Properties config(String key, Object value) {
        Properties config = config();
        config.put(key, value);
        return config;
    }

    static TopologyTestDriver driver(Topology topology) {
        return driver(topology, config());
    }

    static TopologyTestDriver driver(Topology topology, Properties config) {
        return new TopologyTestDriver(topology, config, START);
    }

    static TestInputTopic<String, String> input(TopologyTestDriver driver, String topic) {
        return driver.createInputTopic(
                topic, new StringSerializer(), new StringSerializer(), START, Duration.ofMillis(10));
    }
}
