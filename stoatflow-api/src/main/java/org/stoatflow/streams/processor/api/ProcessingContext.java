package org.stoatflow.streams.processor.api;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.Punctuator;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.TaskId;

/** Where a processor runs. To be used by the thread that calls the processor, and by no other. */
public interface ProcessingContext {
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
     * Where the input record came from that caused the present call.
     *
     * @return the metadata; empty in a punctuation
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
     * The task's state directory.
     *
     * @return a directory that exists
     */
    File stateDir();

    /**
     * The metrics of the application, and the sensors that its processors add. All instances of a processor share
     * them: who adds a sensor of the same name again is given the sensor that is there. A sensor stays until somebody
     * removes it. Any thread may record to it.
     *
     * @return where to read metrics and to add sensors; what is added is among the application's metrics and reaches
     *     its reporters
     */
    StreamsMetrics metrics();

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
     * @param callback the function, called in the processor's lane
     * @return ends the schedule
     */
    Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback);

    /**
     * Calls a function again and again at times that are a multiple of the interval away from a given one.
     *
     * @param startTime a time of the grid, in the past or the future
     * @param interval the time between calls, at least one millisecond
     * @param type the clock to follow
     * @param callback the function, called in the processor's lane
     * @return ends the schedule
     */
    Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback);

    /** Asks for a commit soon. */
    void commit();

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
