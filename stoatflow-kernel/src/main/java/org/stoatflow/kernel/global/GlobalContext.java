package org.stoatflow.kernel.global;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.counters.DropCounters;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.lane.GlobalStoreHome;
import org.stoatflow.kernel.record.LaneCalls;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.operator.DueRows;
import org.stoatflow.operator.EngineContext;
import org.stoatflow.operator.EpochKeys;
import org.stoatflow.operator.HeldRecord;
import org.stoatflow.operator.OperatorClock;
import org.stoatflow.operator.OperatorMemory;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.CurrentRecord;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.Punctuator;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * The context of the processors of global stores, which nothing is downstream of. There are no epochs, no stream time
 * and no punctuators. Owner: the thread of the {@link GlobalTask}.
 */
final class GlobalContext implements EngineContext, CurrentRecord {
    /** The task that Kafka Streams names for global stores. */
    static final TaskId TASK = new TaskId(-1, -1);

    private static final int ONE = 0; // drops are not counted by partition

    private final Application application;
    private final Clock clock;
    private final Function<String, StateStore> stores;
    private @Nullable ConsumerRecord<byte[], byte[]> current;
    private final DropCounters drops;
    private final LaneCalls calls = new LaneCalls();

    /** @param stores finds a global store */
    GlobalContext(Application application, Clock clock, Function<String, StateStore> stores, DropCounters drops) {
        this.application = application;
        this.clock = clock;
        this.stores = stores;
        this.drops = drops;
    }

    /** Processors are called from now on: for a record, or for none. */
    void enter(@Nullable ConsumerRecord<byte[], byte[]> record) {
        calls.begin();
        current = record;
    }

    @Override
    public void requireOwnThread(String store) {
        calls.requireOwnThread(store);
    }

    /** A record is dropped because of an error. */
    void onFault(ErrorDrop reason, ConsumerRecord<byte[], byte[]> raw, Object why) {
        drops.onFault(reason, ONE, GlobalErrors.place(raw), why);
    }

    @Override
    public void onDropped(DropReason reason) {
        drops.onDropped(reason, ONE);
    }

    // ---- the record in process

    @Override
    public long timestamp() {
        return current == null ? -1 : current.timestamp();
    }

    @Override
    public Headers headers() {
        return current == null ? new RecordHeaders() : current.headers();
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return current == null
                ? Optional.empty()
                : Optional.of(new Place(current.topic(), current.partition(), current.offset()));
    }

    private record Place(String topic, int partition, long offset) implements RecordMetadata {}

    // ---- nothing is downstream

    @Override
    public <K, V> void forward(Record<K, V> record) {}

    @Override
    public <K, V> void forward(Record<K, V> record, String childName) {
        throw unsupported("forward to " + childName);
    }

    @Override
    public void forward(@Nullable Object key, @Nullable Object value, long timestamp, CopyOnWriteHeaders headers) {}

    @Override
    public void forward(HeldRecord<?, ?> held) {}

    // ---- no epochs, no time

    @Override
    public void commit() {}

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
        throw unsupported("schedule()");
    }

    @Override
    public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
        throw unsupported("schedule()");
    }

    @Override
    public long currentStreamTimeMs() {
        throw unsupported("currentStreamTimeMs()");
    }

    @Override
    public OperatorClock clock(DueRows rows) {
        throw unsupported("a clock");
    }

    @Override
    public void remember(OperatorMemory memory) {
        throw unsupported("a savepoint");
    }

    @Override
    public EpochKeys epochKeys(String name) {
        throw unsupported("keys of an epoch");
    }

    private static UnsupportedOperationException unsupported(String what) {
        return new UnsupportedOperationException("A processor of a global store asks for " + what
                + ", which there is not: it writes its store, and does nothing else");
    }

    // ---- the application

    @Override
    @SuppressWarnings("unchecked") // the caller names the type, as in Kafka Streams
    public <S extends StateStore> S getStateStore(String name) {
        return (S) stores.apply(name);
    }

    @Override
    public long currentSystemTimeMs() {
        return clock.millis();
    }

    @Override
    public String applicationId() {
        return application.applicationId();
    }

    @Override
    public TaskId taskId() {
        return TASK;
    }

    @Override
    public Serde<?> keySerde() {
        return application.defaultKeySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return application.defaultValueSerde();
    }

    @Override
    public File stateDir() {
        return application.folderOf(GlobalStoreHome.FOLDER);
    }

    @Override
    public StreamsMetrics metrics() {
        return application.metrics();
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
