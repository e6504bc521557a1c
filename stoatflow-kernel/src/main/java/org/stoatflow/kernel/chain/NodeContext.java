package org.stoatflow.kernel.chain;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.record.EpochMemory;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.timer.LaneTime;
import org.stoatflow.operator.DueRows;
import org.stoatflow.operator.EngineContext;
import org.stoatflow.operator.EpochKeys;
import org.stoatflow.operator.HeldRecord;
import org.stoatflow.operator.OperatorClock;
import org.stoatflow.operator.OperatorMemory;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.stores.Millis;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.Punctuator;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.api.RecordMetadata;
import org.stoatflow.topology.ProcessorNode;

/** The context through which one processor in one lane sees the engine. Owner: the lane's thread. */
final class NodeContext extends Forwarder implements EngineContext {
    private final String node;
    private final Set<String> stores;
    private final RecordCursor cursor;
    private final LaneState state;
    private final LaneTime time;
    private final LaneCounters counters;
    private final Application application;
    private final Runnable commitRequest;
    private final EpochMemory epochMemory;
    private @Nullable OperatorMemory memory;

    NodeContext(
            ProcessorNode processor,
            NodeFactory.Position position,
            LaneTime time,
            LaneCounters counters,
            Application application,
            Runnable commitRequest) {
        super(
                processor.name(),
                position.cursor(),
                position.cursor().share().stage().isByKey()
                        && processor.traits().keyLocal(),
                application.shownKeys());
        this.node = processor.name();
        this.stores = Set.copyOf(processor.stores());
        this.cursor = position.cursor();
        this.state = position.state();
        this.epochMemory = position.scope().epochMemory();
        this.time = time;
        this.counters = counters;
        this.application = application;
        this.commitRequest = commitRequest;
    }

    @Override
    public void forward(HeldRecord<?, ?> held) {
        RecordMetadata origin = held.origin();
        if (origin == null) {
            forwardHeld(held);
        } else {
            cursor.asOf(origin, () -> forwardHeld(held));
        }
    }

    private void forwardHeld(HeldRecord<?, ?> held) {
        forward(held.key(), held.value(), held.timestamp(), CopyOnWriteHeaders.of(held.headers()));
    }

    @Override
    public void onDropped(DropReason reason) {
        counters.onDropped(reason, cursor.lanePartition());
    }

    @Override
    public List<String> topicsBehind(@Nullable String topic) {
        return cursor.share().stage().hopEnds().stream()
                .filter(end -> end.hop().topic().equals(topic))
                .findFirst()
                .map(Entry.HopEnd::sources)
                .orElse(List.of());
    }

    @Override
    public OperatorClock clock(DueRows rows) {
        return time.clockOf(node, rows);
    }

    @Override
    public void remember(OperatorMemory newMemory) {
        memory = newMemory;
    }

    @Override
    public EpochKeys epochKeys(String name) {
        return epochMemory.keys(name);
    }

    /** A savepoint begins: what the operator remembers belongs to it. */
    void save() {
        if (memory != null) {
            memory.save();
        }
    }

    void rollback() {
        if (memory != null) {
            memory.rollback();
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the caller names the type, as in Kafka Streams
    public <S extends StateStore> S getStateStore(String name) {
        requireCall("getStateStore()");
        if (name == null) {
            throw new StreamsException("Processor " + node + " asked for a store whose name is null");
        }
        if (!stores.contains(name)) {
            StateStore shared = application.sharedStores().open(name);
            if (shared != null) {
                return (S) shared;
            }
            throw new StreamsException("Processor " + node + " has no access to StateStore " + name
                    + ": connect the store to the processor first");
        }
        return (S) state.store(name);
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
        return timeOfPartition().schedule(node, millis(interval), type, callback);
    }

    @Override
    public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
        long intervalMs = millis(interval);
        if (startTime.isBefore(Instant.EPOCH)) {
            throw new IllegalArgumentException("The start time " + startTime + " is before " + Instant.EPOCH);
        }
        long startMs = Millis.of(startTime, "startTime");
        return timeOfPartition().scheduleFrom(startMs, node, intervalMs, type, callback);
    }

    private LaneTime timeOfPartition() {
        if (!cursor.isCalledByLane()) { // another type of exception than in the other calls, as in Kafka Streams
            throw new IllegalStateException(outsideOfCalls("schedule()"));
        }
        if (cursor.share().stage().isByKey()) {
            throw new UnsupportedOperationException("schedule() of processor " + node
                    + ": punctuators are not supported in a stage that runs by key. Let it run by partition: "
                    + StoatflowConfig.AFFINITY.key() + "." + node + "=PARTITION");
        }
        return time;
    }

    private static long millis(Duration interval) {
        if (interval == null) {
            throw new IllegalArgumentException("The interval is null");
        }
        long millis;
        try {
            millis = interval.toMillis();
        } catch (ArithmeticException tooLong) {
            throw new IllegalArgumentException("The interval " + interval + " is too long", tooLong);
        }
        if (millis < 1) {
            throw new IllegalArgumentException("The interval " + interval + " is shorter than a millisecond");
        }
        return millis;
    }

    /** Asks for a commit: the dispatcher then cuts the epoch early. */
    @Override
    public void commit() {
        commitRequest.run();
    }

    @Override
    public String applicationId() {
        return application.applicationId();
    }

    @Override
    public TaskId taskId() {
        return cursor.taskId();
    }

    /** The time of the record or punctuation, for those who know older contexts; 0 outside of both. */
    @Override
    public long timestamp() {
        return cursor.record() == null ? 0 : cursor.timestamp();
    }

    @Override
    public Headers headers() {
        return cursor.headers();
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return cursor.isInside()
                ? Optional.of(new SeenMetadata(cursor.topic(), cursor.partition(), cursor.offset()))
                : Optional.empty();
    }

    @Override
    public Serde<?> keySerde() {
        return application.defaultKeySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return application.defaultValueSerde();
    }

    /** A processor that runs by key is in no task, and gets the application's folder, whatever record it is given. */
    @Override
    public File stateDir() {
        return cursor.share().ownPartition() < 0
                ? application.stateFolder().toFile()
                : application.folderOf(taskId().toString());
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

    @Override
    public long currentSystemTimeMs() {
        return time.wallClockMs();
    }

    @Override
    public long currentStreamTimeMs() {
        return time.streamTimeMs();
    }

    private record SeenMetadata(@Nullable String topic, int partition, long offset) implements RecordMetadata {}
}
