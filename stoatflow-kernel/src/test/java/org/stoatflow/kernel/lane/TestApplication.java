package org.stoatflow.kernel.lane;

import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.streams.StreamsMetrics;

/**
 * An application with string serdes, for lanes without an engine.
 *
 * @param sinkPartitions number of partitions of each sink topic
 * @param loggedBytesMax how large a row may be that is logged
 */
public record TestApplication(ErrorHandling errors, int sinkPartitions, int loggedBytesMax) implements Application {
    private static final StreamsMetrics SENSORS = new UserSensors();

    /** An application whose rows may have any size. */
    public TestApplication(ErrorHandling errors, int sinkPartitions) {
        this(errors, sinkPartitions, Integer.MAX_VALUE);
    }

    /** An application that every failure ends. */
    public TestApplication() {
        this(ErrorHandling.FAILING, 1);
    }

    @Override
    public String applicationId() {
        return "test";
    }

    @Override
    public Path stateFolder() {
        return Path.of("a folder that there is not");
    }

    @Override
    public Serde<?> defaultKeySerde() {
        return Serdes.String();
    }

    @Override
    public Serde<?> defaultValueSerde() {
        return Serdes.String();
    }

    @Override
    public Serde<?> defaultKeySerdeOrNull() {
        return Serdes.String();
    }

    @Override
    public Serde<?> defaultValueSerdeOrNull() {
        return Serdes.String();
    }

    @Override
    public StreamsMetrics metrics() {
        return SENSORS;
    }

    @Override
    public Map<String, Object> configs() {
        return Map.of();
    }

    @Override
    public Map<String, Object> configsWithPrefix(String prefix) {
        return Map.of();
    }

    @Override
    public int partitionsOf(String topic) {
        return sinkPartitions;
    }
}
