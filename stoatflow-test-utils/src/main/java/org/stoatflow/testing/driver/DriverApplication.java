package org.stoatflow.testing.driver;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.chain.SharedStores;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.StreamsMetrics;

/** The application of a driver, as it is configured. */
final class DriverApplication implements Application {
    private final StreamsConfig config;
    private final @Nullable Serde<?> keySerde;
    private final @Nullable Serde<?> valueSerde;
    private final ErrorHandling errors;
    private final ToIntFunction<String> partitions;
    private final DriverMetrics metrics = new DriverMetrics();
    private final boolean anyPartition;
    private @Nullable Path ownFolder;
    private SharedStores sharedStores = SharedStores.NONE;

    /**
     * @param partitions how many partitions a topic has
     * @param anyPartition whether partitioners may choose other partitions too
     */
    DriverApplication(StreamsConfig config, ToIntFunction<String> partitions, boolean anyPartition) {
        this.config = config;
        this.keySerde =
                config.getClass(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG) == null ? null : config.defaultKeySerde();
        this.valueSerde = config.getClass(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG) == null
                ? null
                : config.defaultValueSerde();
        this.errors = ErrorHandling.of(config);
        this.partitions = partitions;
        this.anyPartition = anyPartition;
    }

    @Override
    public String applicationId() {
        return config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
    }

    /** Sets the driver's own folder, which it deletes; before any processor is made. */
    void keepIn(Path folder) {
        ownFolder = folder;
    }

    /** The application's folder, or the driver's own in it, where the driver has one. */
    @Override
    public Path stateFolder() {
        return ownFolder == null
                ? Path.of(config.getString(StreamsConfig.STATE_DIR_CONFIG), applicationId())
                : ownFolder;
    }

    @Override
    public File folderOf(String task) {
        return ownFolder == null ? stateFolder().resolve(task).toFile() : Application.super.folderOf(task);
    }

    @Override
    public Serde<?> defaultKeySerde() {
        return required(keySerde, StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG);
    }

    @Override
    public Serde<?> defaultValueSerde() {
        return required(valueSerde, StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG);
    }

    private static Serde<?> required(@Nullable Serde<?> serde, String key) {
        if (serde == null) {
            throw new ConfigException("An operator has no serde of its own, and " + key
                    + " is not set. Give the operator serdes, or set " + key);
        }
        return serde;
    }

    @Override
    public @Nullable Serde<?> defaultKeySerdeOrNull() {
        return keySerde;
    }

    @Override
    public @Nullable Serde<?> defaultValueSerdeOrNull() {
        return valueSerde;
    }

    @Override
    public StreamsMetrics metrics() {
        return metrics.sensors();
    }

    DriverMetrics driverMetrics() {
        return metrics;
    }

    @Override
    public Map<String, Object> configs() {
        return Application.shown(config);
    }

    @Override
    public Map<String, Object> configsWithPrefix(String prefix) {
        return config.originalsWithPrefix(prefix);
    }

    @Override
    public ErrorHandling errors() {
        return errors;
    }

    /** Sets the stores that all processors may read; before the first kernel begins. */
    void share(SharedStores stores) {
        sharedStores = stores;
    }

    @Override
    public SharedStores sharedStores() {
        return sharedStores;
    }

    @Override
    public int partitionsOf(String topic) {
        return partitions.applyAsInt(topic);
    }

    @Override
    public boolean accepts(int partition, int count) {
        return anyPartition || partition < count;
    }
}
