package org.stoatflow.streams.processor;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Where a processor of the old kind runs, and handlers of errors that implement the old method. New processors have
 * {@link org.stoatflow.streams.processor.api.ProcessorContext}. To be used by the thread that calls the processor, and
 * by no other.
 */
public interface ProcessorContext {
    /**
     * The application's id.
     *
     * @return {@code application.id}
     */
    String applicationId();

    /**
     * The task: sub-topology and partition of the record that is being processed.
     *
     * @return the task's id
     */
    TaskId taskId();

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
     * The task's state directory.
     *
     * @return a directory that exists
     */
    File stateDir();

    /**
     * The application's metrics.
     *
     * @return where to read metrics and to add some
     */
    StreamsMetrics metrics();

    /**
     * Says how a store is restored. A store calls this when it is opened.
     *
     * @param store the store
     * @param stateRestoreCallback puts changelog records back into it
     * @throws IllegalArgumentException if a store of that name was registered before
     * @throws StreamsException if the store was not added to this processor
     */
    void register(StateStore store, StateRestoreCallback stateRestoreCallback);

    /**
     * Returns a store that is connected to this processor.
     *
     * @param name the store's name
     * @param <S> the store's type, which the caller must know
     * @return the store, or null if the topology has none of that name
     * @throws StreamsException if the store exists but is not connected to this processor
     */
    <S extends StateStore> S getStateStore(String name);

    /**
     * Calls a function again and again, for the first time after about one interval.
     *
     * @param interval the time between calls, at least one millisecond
     * @param type the clock to follow
     * @param callback the function, called by the processor's thread
     * @return ends the schedule
     */
    Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback);

    /**
     * Calls a function again and again at times that are a multiple of the interval away from a given one.
     *
     * @param startTime a time of the grid, in the past or the future
     * @param interval the time between calls, at least one millisecond
     * @param type the clock to follow
     * @param callback the function, called by the processor's thread
     * @return ends the schedule
     */
    Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback);

    /**
     * Forwards a record to all children, with the event time and the headers of the record in process.
     *
     * @param key the key
     * @param value the value
     * @param <K> the type of the key
     * @param <V> the type of the value
     */
    <K, V> void forward(K key, V value);

    /**
     * Forwards a record.
     *
     * @param key the key
     * @param value the value
     * @param to to which children, and with which event time
     * @param <K> the type of the key
     * @param <V> the type of the value
     */
    <K, V> void forward(K key, V value, To to);

    /** Asks for a commit soon. */
    void commit();

    /**
     * The topic of the input record that caused the present call.
     *
     * @return the topic; null in a punctuation
     */
    String topic();

    /**
     * The partition of the input record that caused the present call.
     *
     * @return the partition; -1 in a punctuation
     */
    int partition();

    /**
     * The offset of the input record that caused the present call.
     *
     * @return the offset; -1 in a punctuation
     */
    long offset();

    /**
     * The headers of the record in process.
     *
     * @return the headers; empty in a punctuation
     */
    Headers headers();

    /**
     * The event time of the record in process.
     *
     * @return milliseconds since the epoch; in a punctuation the time with which it was called
     */
    long timestamp();

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

    /**
     * The system's time.
     *
     * @return milliseconds since the epoch
     */
    long currentSystemTimeMs();

    /**
     * The greatest timestamp of the task's records so far.
     *
     * @return milliseconds since the epoch, or -1 before the first record
     */
    long currentStreamTimeMs();
}
