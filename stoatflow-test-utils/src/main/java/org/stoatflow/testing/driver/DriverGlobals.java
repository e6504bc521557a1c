package org.stoatflow.testing.driver;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.InitFailedException;
import org.stoatflow.kernel.global.GlobalTask;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.topology.GlobalStore;

/**
 * The global stores of a driver. A record of one of their topics is processed and committed at once; it waits for
 * nothing, and no time passes with it. Thread: the driver's.
 */
final class DriverGlobals implements AutoCloseable {
    private final GlobalTask task;
    private final Map<String, Long> offsets = new HashMap<>();

    private DriverGlobals(GlobalTask task) {
        this.task = task;
    }

    /** Makes the processors, and lets the application read their stores. */
    static DriverGlobals open(
            List<GlobalStore> stores,
            DriverApplication application,
            StateEngine state,
            ManualClock clock,
            StreamsConfig config) {
        GlobalTask task = new GlobalTask(
                stores,
                application,
                state,
                clock,
                new GlobalTask.Rules(goingOn(application.errors()), asksProcessing(config)));
        application.share(task.shared());
        try {
            task.open();
        } catch (InitFailedException failure) {
            throw failure.told();
        }
        return new DriverGlobals(task);
    }

    @SuppressWarnings("deprecation") // the handler is asked where the key says so
    private static boolean asksProcessing(StreamsConfig config) {
        return config.getBoolean(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED_CONFIG);
    }

    /** Leaves out what cannot be read, whatever is configured, as Kafka Streams' driver does. */
    private static ErrorHandling goingOn(ErrorHandling errors) {
        return new ErrorHandling(
                LogAndContinueExceptionHandler::new,
                errors.processing(),
                errors.production(),
                errors.retry(),
                errors.sendAttemptsMax());
    }

    boolean reads(String topic) {
        return task.reads(topic);
    }

    void pipe(String topic, long timestamp, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        long offset = offsets.merge(topic, 1L, Long::sum) - 1;
        task.process(new ConsumerRecord<>(
                topic,
                0,
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                key == null ? ConsumerRecord.NULL_SIZE : key.length,
                value == null ? ConsumerRecord.NULL_SIZE : value.length,
                key,
                value,
                headers,
                Optional.empty()));
        task.commit();
    }

    /** Makes visible what a test has written to a store. */
    void commit() {
        task.commit();
    }

    Set<String> storeNames() {
        return task.storeNames();
    }

    /** A store, for the test to read and write; null if there is none of that name. */
    @Nullable
    StateStore store(String name) {
        return task.storeNames().contains(name) ? task.store(name) : null;
    }

    @Override
    public void close() {
        task.close();
    }
}
