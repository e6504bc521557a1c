package org.stoatflow.runtime.run;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.chain.SharedStores;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.record.ShownKeys;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.settings.DefaultSerdes;
import org.stoatflow.runtime.topics.SinkPartitions;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.StreamsMetrics;

/** The application as it is configured. It makes the default serdes once, and all lanes share them. The global stores
 * that it shares are those of the open state. */
public final class ConfiguredApplication implements Application {
    private final StreamsConfig config;
    private final ApplicationSettings settings;
    private final @Nullable Serde<?> keySerde;
    private final @Nullable Serde<?> valueSerde;
    private final SinkPartitions sinkPartitions;
    private final ErrorHandling errors;
    private final ShownKeys shownKeys;
    private final int loggedBytesMax;
    private final StreamsMetrics sensors;
    private final BooleanSupplier hasFolder;

    /**
     * Shared. Written by: the dispatcher's thread, before lanes are made. Read by: lanes, queries. Safe: volatile, one
     * writer. Proof: SharedFieldsTest.
     */
    private volatile SharedStores shared = SharedStores.NONE;

    /**
     * @param loggedBytesMax how many bytes key and value of a changelog record may have together
     * @param hasFolder whether this process has the state's folder; asked by any thread
     */
    public ConfiguredApplication(
            StreamsConfig config,
            ApplicationSettings settings,
            SinkPartitions sinkPartitions,
            StreamsMetrics sensors,
            int loggedBytesMax,
            BooleanSupplier hasFolder) {
        this.config = config;
        this.settings = settings;
        this.keySerde = DefaultSerdes.key(config);
        this.valueSerde = DefaultSerdes.value(config);
        this.sinkPartitions = sinkPartitions;
        this.errors = ErrorHandling.of(config);
        this.shownKeys = ShownKeys.of(config);
        this.loggedBytesMax = loggedBytesMax;
        this.sensors = sensors;
        this.hasFolder = hasFolder;
    }

    @Override
    public String applicationId() {
        return settings.applicationId();
    }

    @Override
    public Path stateFolder() {
        return settings.stateFolder();
    }

    /** In a folder that another process may have, none is made. */
    @Override
    public File folderOf(String task) {
        return hasFolder.getAsBoolean()
                ? Application.super.folderOf(task)
                : stateFolder().resolve(task).toFile();
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
        return sensors;
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

    @Override
    public ShownKeys shownKeys() {
        return shownKeys;
    }

    @Override
    public int loggedBytesMax() {
        return loggedBytesMax;
    }

    /** Sets the stores that all processors may read, before any of these is made. The dispatcher's thread. */
    public void share(SharedStores stores) {
        shared = stores;
    }

    @Override
    public SharedStores sharedStores() {
        return shared;
    }

    @Override
    public int partitionsOf(String topic) {
        return sinkPartitions.of(topic);
    }
}
