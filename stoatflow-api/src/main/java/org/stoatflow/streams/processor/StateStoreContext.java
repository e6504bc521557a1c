package org.stoatflow.streams.processor;

import java.io.File;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.api.RecordMetadata;

/** Where a state store runs. Used by the thread that owns the store. */
public interface StateStoreContext {
    /**
     * The application's id.
     *
     * @return {@code application.id}
     */
    String applicationId();

    /**
     * The task that the store belongs to.
     *
     * @return the task's id
     */
    TaskId taskId();

    /**
     * Where the record that is being processed came from.
     *
     * @return the metadata; empty in a punctuation and during restore
     */
    Optional<RecordMetadata> recordMetadata();

    /**
     * The default serde of keys.
     *
     * @return {@code default.key.serde}
     */
    Serde<?> keySerde();

    /**
     * The default serde of values.
     *
     * @return {@code default.value.serde}
     */
    Serde<?> valueSerde();

    /**
     * The directory in which a persistent store makes a directory with its own name.
     *
     * @return the task's state directory
     */
    File stateDir();

    /**
     * The metrics of the application, and the sensors that its processors and stores add.
     *
     * @return where to read metrics and to add sensors
     */
    StreamsMetrics metrics();

    /**
     * Registers a store for restore. To be called in {@link StateStore#init}.
     *
     * @param store the store
     * @param stateRestoreCallback applies its changelog records
     */
    void register(StateStore store, StateRestoreCallback stateRestoreCallback);

    /**
     * Registers a store for restore and commits. To be called in {@link StateStore#init}.
     *
     * @param store the store
     * @param stateRestoreCallback applies its changelog records
     * @param commitCallback called when the task commits
     */
    void register(StateStore store, StateRestoreCallback stateRestoreCallback, CommitCallback commitCallback);

    /**
     * The application's configuration.
     *
     * @return key to parsed value
     */
    Map<String, Object> appConfigs();

    /**
     * The part of the configuration that starts with a prefix.
     *
     * @param prefix the prefix, which is cut off
     * @return key without the prefix to value
     */
    Map<String, Object> appConfigsWithPrefix(String prefix);
}
