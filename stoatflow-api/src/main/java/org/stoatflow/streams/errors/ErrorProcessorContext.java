package org.stoatflow.streams.errors;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.ProcessorContext;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.Punctuator;
import org.stoatflow.streams.processor.StateRestoreCallback;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.To;

/**
 * Shows a handler of the old kind where an error happened. It knows what the context of the error knows; a record that
 * cannot be read is in no processor yet, so the rest is refused.
 */
final class ErrorProcessorContext implements ProcessorContext {
    private final ErrorHandlerContext error;

    ErrorProcessorContext(ErrorHandlerContext error) {
        this.error = error;
    }

    @Override
    public TaskId taskId() {
        return error.taskId();
    }

    @Override
    public String topic() {
        return error.topic();
    }

    @Override
    public int partition() {
        return error.partition();
    }

    @Override
    public long offset() {
        return error.offset();
    }

    @Override
    public Headers headers() {
        return error.headers();
    }

    @Override
    public long timestamp() {
        return error.timestamp();
    }

    @Override
    public String applicationId() {
        throw refused("applicationId");
    }

    @Override
    public Serde<?> keySerde() {
        throw refused("keySerde");
    }

    @Override
    public Serde<?> valueSerde() {
        throw refused("valueSerde");
    }

    @Override
    public File stateDir() {
        throw refused("stateDir");
    }

    @Override
    public StreamsMetrics metrics() {
        throw refused("metrics");
    }

    @Override
    public void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
        throw refused("register");
    }

    @Override
    public <S extends StateStore> S getStateStore(String name) {
        throw refused("getStateStore");
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
        throw refused("schedule");
    }

    @Override
    public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
        throw refused("schedule");
    }

    @Override
    public <K, V> void forward(K key, V value) {
        throw refused("forward");
    }

    @Override
    public <K, V> void forward(K key, V value, To to) {
        throw refused("forward");
    }

    @Override
    public void commit() {
        throw refused("commit");
    }

    @Override
    public Map<String, Object> appConfigs() {
        throw refused("appConfigs");
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        throw refused("appConfigsWithPrefix");
    }

    @Override
    public long currentSystemTimeMs() {
        throw refused("currentSystemTimeMs");
    }

    @Override
    public long currentStreamTimeMs() {
        throw refused("currentStreamTimeMs");
    }

    private static UnsupportedOperationException refused(String method) {
        return new UnsupportedOperationException("A DeserializationExceptionHandler cannot call " + method
                + " of its ProcessorContext: the record is in no processor yet. The context knows task, topic,"
                + " partition, offset, headers and timestamp. The configuration is given to the handler's configure"
                + " method.");
    }
}
