package org.stoatflow.streams.processor;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.StreamsMetrics;

/**
 * A context for a unit test of what uses the old {@link ProcessorContext}. It keeps what is done with it: records that
 * are forwarded, punctuators that are scheduled, and whether a commit is asked for. The test sets times, the record's
 * metadata and stores. Nothing runs by itself. Used by one thread.
 */
public class MockProcessorContext implements ProcessorContext {
    private final StreamsConfig config;
    private final TaskId taskId;
    private final File stateDir;
    private final UserSensors metrics = new UserSensors();
    private final Map<String, StateStore> stores = new HashMap<>();
    private final List<CapturedPunctuator> punctuators = new ArrayList<>();
    private final List<CapturedForward> forwards = new ArrayList<>();
    private final SetRecord record = new SetRecord();
    private Long systemTimeMs;
    private Long streamTimeMs;
    private boolean committed;

    /** What the test has set of the record in process. */
    private static final class SetRecord {
        private String topic;
        private Integer partition;
        private Long offset;
        private Headers headers;
        private Long timestamp;
    }

    /** A punctuator that was scheduled. The test calls it. */
    public static class CapturedPunctuator {
        private final Instant startTime;
        private final long intervalMs;
        private final PunctuationType type;
        private final Punctuator punctuator;
        private boolean cancelled;

        private CapturedPunctuator(Instant startTime, long intervalMs, PunctuationType type, Punctuator punctuator) {
            this.startTime = startTime;
            this.intervalMs = intervalMs;
            this.type = type;
            this.punctuator = punctuator;
        }

        /**
         * From when on it is to be called.
         *
         * @return the time that was given, or null where none was given
         */
        public Instant getStartTime() {
            return startTime;
        }

        /**
         * How often it is to be called.
         *
         * @return the interval in milliseconds
         */
        public long getIntervalMs() {
            return intervalMs;
        }

        /**
         * The time by which it is to be called.
         *
         * @return stream time or wall-clock time
         */
        public PunctuationType getType() {
            return type;
        }

        /**
         * The punctuator.
         *
         * @return what was scheduled
         */
        public Punctuator getPunctuator() {
            return punctuator;
        }

        /** Cancels it. */
        public void cancel() {
            cancelled = true;
        }

        /**
         * Whether it is cancelled.
         *
         * @return whether somebody has cancelled it
         */
        public boolean cancelled() {
            return cancelled;
        }
    }

    /** A record that was forwarded. */
    @SuppressWarnings("rawtypes") // as in Kafka Streams
    public static class CapturedForward {
        private final KeyValue keyValue;
        private final String childName;
        private final long timestamp;
        private final Headers headers;

        private CapturedForward(KeyValue keyValue, String childName, long timestamp, Headers headers) {
            this.keyValue = keyValue;
            this.childName = childName;
            this.timestamp = timestamp;
            this.headers = headers;
        }

        /**
         * Where it goes.
         *
         * @return the child's name, or null for all children
         */
        public String childName() {
            return childName;
        }

        /**
         * The record's time.
         *
         * @return that of {@link To}, else that of the record in process; -1 where neither is set
         */
        public long timestamp() {
            return timestamp;
        }

        /**
         * The record.
         *
         * @return its key and value
         */
        public KeyValue keyValue() {
            return keyValue;
        }

        /**
         * The headers of the record in process.
         *
         * @return those that the test had set, or null
         */
        public Headers headers() {
            return headers;
        }

        @Override
        public String toString() {
            return "CapturedForward{childName='" + childName + "', timestamp=" + timestamp + ", keyValue=" + keyValue
                    + '}';
        }
    }

    /** Makes a context without configuration, of task 0_0 of an application without a name, with no folder. */
    public MockProcessorContext() {
        this(withoutId());
    }

    private static Properties withoutId() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "");
        return config;
    }

    /**
     * Makes a context of task 0_0, with no folder.
     *
     * @param config the configuration; {@code application.id} and {@code bootstrap.servers} need not be in it
     */
    public MockProcessorContext(Properties config) {
        this(config, new TaskId(0, 0), null);
    }

    /**
     * Makes a context.
     *
     * @param config the configuration; {@code application.id} and {@code bootstrap.servers} need not be in it
     * @param taskId the task
     * @param stateDir the folder that stores are given; null for none
     */
    public MockProcessorContext(Properties config, TaskId taskId, File stateDir) {
        Map<Object, Object> all = new HashMap<>(config);
        all.putIfAbsent(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "dummy-bootstrap-host:0");
        all.putIfAbsent(StreamsConfig.APPLICATION_ID_CONFIG, "dummy-mock-app-id");
        this.config = new QuietConfig(all);
        this.taskId = taskId;
        this.stateDir = stateDir;
    }

    /** A configuration that logs nothing. */
    private static final class QuietConfig extends StreamsConfig {
        QuietConfig(Map<?, ?> properties) {
            super(properties, false);
        }
    }

    private static <T> T set(T value, String what, String how) {
        if (value == null) {
            throw new IllegalStateException("The test has to set the " + what + " first: " + how);
        }
        return value;
    }

    @Override
    public String applicationId() {
        return config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
    }

    @Override
    public TaskId taskId() {
        return taskId;
    }

    @Override
    public Map<String, Object> appConfigs() {
        Map<String, Object> all = new HashMap<>(config.originals());
        all.putAll(config.values());
        return all;
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return config.originalsWithPrefix(prefix);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException until it is set
     */
    @Override
    public long currentSystemTimeMs() {
        return set(systemTimeMs, "system time", "setCurrentSystemTimeMs()");
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException until it is set
     */
    @Override
    public long currentStreamTimeMs() {
        return set(streamTimeMs, "stream time", "setCurrentStreamTimeMs()");
    }

    @Override
    public Serde<?> keySerde() {
        return config.defaultKeySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return config.defaultValueSerde();
    }

    /** {@inheritDoc} Null where the context was made without one. */
    @Override
    public File stateDir() {
        return stateDir;
    }

    @Override
    public StreamsMetrics metrics() {
        return metrics;
    }

    // ---- the record in process

    /**
     * Sets where the record in process comes from, its headers and its time.
     *
     * @param topic the topic
     * @param partition its partition
     * @param offset the record's offset
     * @param headers the record's headers
     * @param timestampMs the record's time, in milliseconds since 1970
     */
    public void setRecordMetadata(String topic, int partition, long offset, Headers headers, long timestampMs) {
        setTopic(topic);
        setPartition(partition);
        setOffset(offset);
        setHeaders(headers);
        setRecordTimestamp(timestampMs);
    }

    /**
     * Sets the topic of the record in process.
     *
     * @param topic the topic
     */
    public void setTopic(String topic) {
        record.topic = topic;
    }

    /**
     * Sets the partition of the record in process.
     *
     * @param partition the partition
     */
    public void setPartition(int partition) {
        record.partition = partition;
    }

    /**
     * Sets the offset of the record in process.
     *
     * @param offset the offset
     */
    public void setOffset(long offset) {
        record.offset = offset;
    }

    /**
     * Sets the headers of the record in process.
     *
     * @param headers the headers
     */
    public void setHeaders(Headers headers) {
        record.headers = headers;
    }

    /**
     * Sets the time of the record in process.
     *
     * @param recordTimestamp milliseconds since 1970
     */
    public void setRecordTimestamp(long recordTimestamp) {
        record.timestamp = recordTimestamp;
    }

    /**
     * Sets the wall-clock time.
     *
     * @param currentSystemTimeMs milliseconds since 1970
     */
    public void setCurrentSystemTimeMs(long currentSystemTimeMs) {
        systemTimeMs = currentSystemTimeMs;
    }

    /**
     * Sets the stream time.
     *
     * @param currentStreamTimeMs milliseconds since 1970
     */
    public void setCurrentStreamTimeMs(long currentStreamTimeMs) {
        streamTimeMs = currentStreamTimeMs;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException until it is set
     */
    @Override
    public String topic() {
        return set(record.topic, "topic", "setRecordMetadata() or setTopic()");
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException until it is set
     */
    @Override
    public int partition() {
        return set(record.partition, "partition", "setRecordMetadata() or setPartition()");
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException until it is set
     */
    @Override
    public long offset() {
        return set(record.offset, "offset", "setRecordMetadata() or setOffset()");
    }

    /** {@inheritDoc} Null until they are set. */
    @Override
    public Headers headers() {
        return record.headers;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException until it is set
     */
    @Override
    public long timestamp() {
        return set(record.timestamp, "timestamp", "setRecordMetadata() or setRecordTimestamp()");
    }

    // ---- stores and punctuators

    /** {@inheritDoc} Nothing is restored. */
    @Override
    public void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
        stores.put(store.name(), store);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller names the type
    public <S extends StateStore> S getStateStore(String name) {
        return (S) stores.get(name);
    }

    /** {@inheritDoc} The punctuator is kept, and nobody calls it but the test. */
    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback)
            throws IllegalArgumentException {
        return schedule(null, interval, type, callback);
    }

    /** {@inheritDoc} The punctuator is kept, and nobody calls it but the test. */
    @Override
    public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback)
            throws IllegalArgumentException {
        long intervalMs = interval.toMillis();
        if (intervalMs < 1) {
            throw new IllegalArgumentException("The interval " + interval + " is shorter than a millisecond");
        }
        CapturedPunctuator captured = new CapturedPunctuator(startTime, intervalMs, type, callback);
        punctuators.add(captured);
        return captured::cancel;
    }

    /**
     * The punctuators that were scheduled, cancelled ones too.
     *
     * @return a copy, in their order
     */
    public List<CapturedPunctuator> scheduledPunctuators() {
        return new ArrayList<>(punctuators);
    }

    // ---- records and commits

    /** {@inheritDoc} The record is kept. */
    @Override
    public <K, V> void forward(K key, V value) {
        forward(key, value, To.all());
    }

    /** {@inheritDoc} The record is kept. */
    @Override
    public <K, V> void forward(K key, V value, To to) {
        long ofRecord = record.timestamp == null ? -1 : record.timestamp;
        forwards.add(new CapturedForward(
                new KeyValue<>(key, value),
                to.childName,
                to.timestamp == -1 ? ofRecord : to.timestamp,
                record.headers));
    }

    /**
     * What was forwarded since {@link #resetForwards()}.
     *
     * @return a copy, in its order
     */
    public List<CapturedForward> forwarded() {
        return new ArrayList<>(forwards);
    }

    /**
     * What was forwarded to a child since {@link #resetForwards()}.
     *
     * @param childName the child
     * @return what goes to this child alone, and what goes to all children
     */
    public List<CapturedForward> forwarded(String childName) {
        List<CapturedForward> toChild = new ArrayList<>(forwards);
        toChild.removeIf(each -> each.childName() != null && !each.childName().equals(childName));
        return toChild;
    }

    /** Forgets what was forwarded. */
    public void resetForwards() {
        forwards.clear();
    }

    /** {@inheritDoc} The request is kept. */
    @Override
    public void commit() {
        committed = true;
    }

    /**
     * Whether a commit was asked for since {@link #resetCommit()}.
     *
     * @return whether {@link #commit()} was called
     */
    public boolean committed() {
        return committed;
    }

    /** Forgets that a commit was asked for. */
    public void resetCommit() {
        committed = false;
    }
}
