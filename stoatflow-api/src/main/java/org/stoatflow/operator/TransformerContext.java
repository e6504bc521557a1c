package org.stoatflow.operator;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.ProcessorContext;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.Punctuator;
import org.stoatflow.streams.processor.StateRestoreCallback;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.To;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;

/** What a table's transformer sees of the engine: the operator's context, the record's place, and no way to forward. */
final class TransformerContext implements ProcessorContext {
    private final org.stoatflow.streams.processor.api.ProcessorContext<?, ?> target;
    private @Nullable Record<?, ?> record;
    private long timestamp;

    TransformerContext(org.stoatflow.streams.processor.api.ProcessorContext<?, ?> target) {
        this.target = target;
    }

    /** The transformer is called for this record from now on. */
    void at(Record<?, ?> next) {
        record = next;
        timestamp = next.timestamp();
    }

    /** The transformer is called for something of this time from now on, of which no record is known. */
    void at(long time) {
        record = null;
        timestamp = time;
    }

    private @Nullable RecordMetadata metadata() {
        return record == null ? null : target.recordMetadata().orElse(null);
    }

    @Override
    public @Nullable String topic() {
        RecordMetadata metadata = metadata();
        return metadata == null ? null : metadata.topic();
    }

    @Override
    public int partition() {
        RecordMetadata metadata = metadata();
        return metadata == null ? -1 : metadata.partition();
    }

    @Override
    public long offset() {
        RecordMetadata metadata = metadata();
        return metadata == null ? -1 : metadata.offset();
    }

    @Override
    public Headers headers() {
        return record == null ? new RecordHeaders() : record.headers();
    }

    @Override
    public long timestamp() {
        return timestamp;
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
        return target.schedule(interval, type, timed(callback));
    }

    @Override
    public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
        return target.schedule(startTime, interval, type, timed(callback));
    }

    private Punctuator timed(Punctuator callback) {
        return time -> {
            at(time);
            callback.punctuate(time);
        };
    }

    @Override
    public <K, V> void forward(K key, V value) {
        throw refusedForward();
    }

    @Override
    public <K, V> void forward(K key, V value, To to) {
        throw refusedForward();
    }

    private static StreamsException refusedForward() {
        return new StreamsException("A transformer of a table's values cannot forward: its result is the new value");
    }

    @Override
    public StreamsMetrics metrics() {
        return target.metrics();
    }

    @Override
    public void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
        throw new UnsupportedOperationException(
                "A transformer of a table's values registers no stores: name those that it uses in transformValues()");
    }

    @Override
    public String applicationId() {
        return target.applicationId();
    }

    @Override
    public TaskId taskId() {
        return target.taskId();
    }

    @Override
    public Serde<?> keySerde() {
        return target.keySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return target.valueSerde();
    }

    @Override
    public File stateDir() {
        return target.stateDir();
    }

    @Override
    public <S extends StateStore> S getStateStore(String name) {
        return target.getStateStore(name);
    }

    @Override
    public void commit() {
        target.commit();
    }

    @Override
    public Map<String, Object> appConfigs() {
        return target.appConfigs();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return target.appConfigsWithPrefix(prefix);
    }

    @Override
    public long currentSystemTimeMs() {
        return target.currentSystemTimeMs();
    }

    @Override
    public long currentStreamTimeMs() {
        return target.currentStreamTimeMs();
    }
}
