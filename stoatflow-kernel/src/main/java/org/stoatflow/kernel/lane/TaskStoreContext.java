package org.stoatflow.kernel.lane;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.CommitCallback;
import org.stoatflow.streams.processor.StateRestoreCallback;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.api.RecordMetadata;

/** Where a user's store runs. Immutable; any thread may ask. */
final class TaskStoreContext implements StateStoreContext {
    private final Application application;
    private final TaskId task;
    private final Path folder;
    private final UserStoreHome.Registrar registrar;

    TaskStoreContext(Application application, TaskId task, Path folder, UserStoreHome.Registrar registrar) {
        this.application = application;
        this.task = task;
        this.folder = folder;
        this.registrar = registrar;
    }

    @Override
    public String applicationId() {
        return application.applicationId();
    }

    @Override
    public TaskId taskId() {
        return task;
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return Optional.empty();
    }

    @Override
    public Serde<?> keySerde() {
        return application.defaultKeySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return application.defaultValueSerde();
    }

    /** The folder is made when a store first asks for it. */
    @Override
    public File stateDir() {
        return Application.made(folder);
    }

    @Override
    public StreamsMetrics metrics() {
        return application.metrics();
    }

    @Override
    public void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
        registrar.register(store, stateRestoreCallback, null);
    }

    @Override
    public void register(
            StateStore store, StateRestoreCallback stateRestoreCallback, @Nullable CommitCallback commitCallback) {
        registrar.register(store, stateRestoreCallback, commitCallback);
    }

    @Override
    public Map<String, Object> appConfigs() {
        return application.configs();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return application.configsWithPrefix(prefix);
    }
}
