package org.stoatflow.streams.processor.api;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.CommitCallback;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.Punctuator;
import org.stoatflow.streams.processor.StateRestoreCallback;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.processor.TaskId;

/**
 * A context for a unit test of one processor. It keeps what the processor does: records that it forwards, punctuators
 * that it schedules, and whether it asks for a commit. The test sets what the processor sees: times, the record's
 * metadata, stores. Nothing runs by itself: the test calls {@link Processor#init} and {@link Processor#process}, and
 * the punctuators. Used by one thread.
 *
 * <p>A store is made with its builder, with logging off, initialized with {@link #getStateStoreContext()} and so known
 * to the processor.
 *
 * @param <KForward> type of the keys that are forwarded
 * @param <VForward> type of the values that are forwarded
 */
public class MockProcessorContext<KForward, VForward> implements ProcessorContext<KForward, VForward> {
    private final StreamsConfig config;
    private final TaskId taskId;
    private final File stateDir;
    private final Map<String, StateStore> stores = new HashMap<>();
    private final UserSensors metrics = new UserSensors();
    private final List<CapturedPunctuator> punctuators = new ArrayList<>();
    private final List<CapturedForward<? extends KForward, ? extends VForward>> forwards = new ArrayList<>();
    private RecordMetadata metadata;
    private Long systemTimeMs;
    private Long streamTimeMs;
    private boolean committed;

    /** A punctuator that the processor has scheduled. The test calls it. */
    public static final class CapturedPunctuator {
        private final Instant startTime;
        private final Duration interval;
        private final PunctuationType type;
        private final Punctuator punctuator;
        private boolean cancelled;

        private CapturedPunctuator(Instant startTime, Duration interval, PunctuationType type, Punctuator punctuator) {
            this.startTime = startTime;
            this.interval = interval;
            this.type = type;
            this.punctuator = punctuator;
        }

        /**
         * From when on it is to be called.
         *
         * @return the time that the processor has given, or null where it has given none
         */
        public Instant getStartTime() {
            return startTime;
        }

        /**
         * How often it is to be called.
         *
         * @return the interval
         */
        public Duration getInterval() {
            return interval;
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
         * @return what the processor has scheduled
         */
        public Punctuator getPunctuator() {
            return punctuator;
        }

        /** Cancels it, as the processor can. */
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

    /**
     * A record that the processor has forwarded.
     *
     * @param <K> type of the key
     * @param <V> type of the value
     */
    public static final class CapturedForward<K, V> {
        private final Record<K, V> record;
        private final Optional<String> childName;

        /**
         * A record that goes to all children.
         *
         * @param record the record
         */
        public CapturedForward(Record<K, V> record) {
            this(record, Optional.empty());
        }

        /**
         * A record.
         *
         * @param record the record
         * @param childName the child that it goes to, or empty for all children
         */
        public CapturedForward(Record<K, V> record, Optional<String> childName) {
            this.record = Objects.requireNonNull(record);
            this.childName = Objects.requireNonNull(childName);
        }

        /**
         * Where it goes.
         *
         * @return the child's name, or empty for all children
         */
        public Optional<String> childName() {
            return childName;
        }

        /**
         * The record.
         *
         * @return what was forwarded
         */
        public Record<K, V> record() {
            return record;
        }

        @Override
        public String toString() {
            return "CapturedForward{record=" + record + ", childName=" + childName + '}';
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || other instanceof CapturedForward<?, ?> that
                            && record.equals(that.record)
                            && childName.equals(that.childName);
        }

        @Override
        public int hashCode() {
            return Objects.hash(record, childName);
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
     * Makes a context of task 0_0, for a processor that needs no folder.
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

    @Override
    public Serde<?> keySerde() {
        return config.defaultKeySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return config.defaultValueSerde();
    }

    /**
     * A registry of sensors, for what the processor measures.
     *
     * @return this context's own
     */
    @Override
    public StreamsMetrics metrics() {
        return metrics;
    }

    /**
     * {@inheritDoc}
     *
     * @throws NullPointerException if the context was made without a folder
     */
    @Override
    public File stateDir() {
        return Objects.requireNonNull(
                stateDir,
                "This context was made without a folder. Use a store in memory, or give the constructor a folder");
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException until it is set
     */
    @Override
    public long currentSystemTimeMs() {
        if (systemTimeMs == null) {
            throw new IllegalStateException("The test has to set the system time first: setCurrentSystemTimeMs()");
        }
        return systemTimeMs;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException until it is set
     */
    @Override
    public long currentStreamTimeMs() {
        if (streamTimeMs == null) {
            throw new IllegalStateException("The test has to set the stream time first: setCurrentStreamTimeMs()");
        }
        return streamTimeMs;
    }

    /**
     * Sets what the processor sees as wall-clock time.
     *
     * @param currentSystemTimeMs milliseconds since 1970
     */
    public void setCurrentSystemTimeMs(long currentSystemTimeMs) {
        systemTimeMs = currentSystemTimeMs;
    }

    /**
     * Sets what the processor sees as stream time.
     *
     * @param currentStreamTimeMs milliseconds since 1970
     */
    public void setCurrentStreamTimeMs(long currentStreamTimeMs) {
        streamTimeMs = currentStreamTimeMs;
    }

    /**
     * Sets where the record that is given to the processor next comes from.
     *
     * @param topic the topic
     * @param partition its partition
     * @param offset the record's offset
     */
    public void setRecordMetadata(String topic, int partition, long offset) {
        metadata = new SetMetadata(topic, partition, offset);
    }

    private record SetMetadata(String topic, int partition, long offset) implements RecordMetadata {}

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return Optional.ofNullable(metadata);
    }

    // ---- stores

    @Override
    @SuppressWarnings("unchecked") // the caller names the type
    public <S extends StateStore> S getStateStore(String name) {
        return (S) stores.get(name);
    }

    /**
     * Gives the processor a store.
     *
     * @param stateStore the store, initialized by the test where that is needed
     * @param <S> type of the store
     */
    public <S extends StateStore> void addStateStore(S stateStore) {
        stores.put(stateStore.name(), stateStore);
    }

    /**
     * The context that stores are initialized with. A store that registers itself there is known to the processor.
     *
     * @return the stores' context
     */
    public StateStoreContext getStateStoreContext() {
        return new StoresContext();
    }

    /** What stores see of this context. */
    private final class StoresContext implements StateStoreContext {
        @Override
        public String applicationId() {
            return MockProcessorContext.this.applicationId();
        }

        @Override
        public TaskId taskId() {
            return taskId;
        }

        @Override
        public Optional<RecordMetadata> recordMetadata() {
            return MockProcessorContext.this.recordMetadata();
        }

        @Override
        public Serde<?> keySerde() {
            return MockProcessorContext.this.keySerde();
        }

        @Override
        public Serde<?> valueSerde() {
            return MockProcessorContext.this.valueSerde();
        }

        @Override
        public File stateDir() {
            return MockProcessorContext.this.stateDir();
        }

        @Override
        public StreamsMetrics metrics() {
            return metrics;
        }

        @Override
        public void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
            addStateStore(store);
        }

        @Override
        public void register(
                StateStore store, StateRestoreCallback stateRestoreCallback, CommitCallback commitCallback) {
            addStateStore(store);
        }

        @Override
        public Map<String, Object> appConfigs() {
            return MockProcessorContext.this.appConfigs();
        }

        @Override
        public Map<String, Object> appConfigsWithPrefix(String prefix) {
            return MockProcessorContext.this.appConfigsWithPrefix(prefix);
        }
    }

    // ---- punctuators

    /** {@inheritDoc} The punctuator is kept, and nobody calls it but the test. */
    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
        return schedule(null, interval, type, callback);
    }

    /** {@inheritDoc} The punctuator is kept, and nobody calls it but the test. */
    @Override
    public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
        CapturedPunctuator captured = new CapturedPunctuator(startTime, interval, type, callback);
        punctuators.add(captured);
        return captured::cancel;
    }

    /**
     * The punctuators that the processor has scheduled, cancelled ones too.
     *
     * @return a copy, in their order
     */
    public List<CapturedPunctuator> scheduledPunctuators() {
        return new ArrayList<>(punctuators);
    }

    // ---- records

    /** {@inheritDoc} The record is kept. */
    @Override
    public <K extends KForward, V extends VForward> void forward(Record<K, V> record) {
        forward(record, null);
    }

    /** {@inheritDoc} The record is kept. */
    @Override
    public <K extends KForward, V extends VForward> void forward(Record<K, V> record, String childName) {
        forwards.add(new CapturedForward<>(record, Optional.ofNullable(childName)));
    }

    /**
     * What the processor has forwarded since {@link #resetForwards()}.
     *
     * @return a copy, in its order
     */
    public List<CapturedForward<? extends KForward, ? extends VForward>> forwarded() {
        return new ArrayList<>(forwards);
    }

    /**
     * What the processor has forwarded to a child since {@link #resetForwards()}.
     *
     * @param childName the child
     * @return what goes to this child alone, and what goes to all children
     */
    public List<CapturedForward<? extends KForward, ? extends VForward>> forwarded(String childName) {
        List<CapturedForward<? extends KForward, ? extends VForward>> toChild = new ArrayList<>();
        for (CapturedForward<? extends KForward, ? extends VForward> each : forwards) {
            if (each.childName().isEmpty() || each.childName().get().equals(childName)) {
                toChild.add(each);
            }
        }
        return toChild;
    }

    /** Forgets what was forwarded. */
    public void resetForwards() {
        forwards.clear();
    }

    // ---- commits

    /** {@inheritDoc} The request is kept. */
    @Override
    public void commit() {
        committed = true;
    }

    /**
     * Whether the processor has asked for a commit since {@link #resetCommit()}.
     *
     * @return whether {@link #commit()} was called
     */
    public boolean committed() {
        return committed;
    }

    /** Forgets that the processor has asked for a commit. */
    public void resetCommit() {
        committed = false;
    }
}
