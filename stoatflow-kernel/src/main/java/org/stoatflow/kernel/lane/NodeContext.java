package org.stoatflow.kernel.lane;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.operator.DueRows;
import org.stoatflow.operator.OperatorClock;
import org.stoatflow.operator.OperatorHooks;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.Punctuator;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * What one processor in one lane sees of the engine. Forwarding is a plain call of the children. Owner: the lane's
 * thread.
 */
final class NodeContext implements ProcessorContext<Object, Object>, OperatorHooks {
    private static final Logger LOG = LoggerFactory.getLogger(NodeContext.class);

    private final String node;
    private final Set<String> stores;
    private final LaneParts parts;
    private final boolean keepsKeys;
    private ChainNode[] children = {};
    private boolean lends;
    private @Nullable Record<Object, Object> spare;
    private boolean initializing;
    private boolean closing;

    /**
     * @param keepsKeys whether the processor has declared that it forwards records with the key that it was given only
     */
    NodeContext(String node, List<String> stores, LaneParts parts, boolean keepsKeys) {
        this.keepsKeys = keepsKeys;
        this.node = node;
        this.stores = Set.copyOf(stores);
        this.parts = parts;
    }

    /** @param newLends whether nothing that records forwarded from here can reach keeps one */
    void link(List<ChainNode> newChildren, boolean newLends) {
        children = newChildren.toArray(ChainNode[]::new);
        lends = newLends;
    }

    /** While processors are prepared, as in Kafka Streams, nothing can be forwarded to children. */
    void initializing(boolean now) {
        initializing = now && children.length > 0;
    }

    /** Processors are closed, after the last commit: what they still forward is lost, and is said to be. */
    void closing() {
        closing = true;
    }

    /**
     * Lends the children a record where none of what it reaches keeps one, and takes it back for the next. Where a call
     * comes before another has returned (a cache's flush), or one has thrown, the next has a new record.
     */
    @Override
    public void forward(@Nullable Object key, @Nullable Object value, long timestamp, CopyOnWriteHeaders headers) {
        Record<Object, Object> record = spare;
        if (record == null) {
            record = RecordAccess.sharing(key, value, timestamp, headers);
        } else {
            spare = null;
            RecordAccess.refill(record, key, value, timestamp, headers);
        }
        forward(record);
        if (lends) {
            spare = record;
        }
    }

    @Override
    public <K, V> void forward(Record<K, V> record) {
        if (initializing || closing) {
            refuse(record);
            return;
        }
        Record<Object, Object> given = widen(record);
        RecordCursor cursor = parts.cursor();
        Record<?, ?> before = cursor.record();
        requireKeptKey(before, given);
        for (ChainNode child : children) {
            cursor.at(child.name(), given);
            child.process(given);
        }
        cursor.at(node, before);
    }

    @Override
    public <K, V> void forward(Record<K, V> record, @Nullable String childName) {
        if (childName == null) { // for Kafka Streams these are all children
            forward(record);
            return;
        }
        if (initializing || closing) {
            refuse(record);
            return;
        }
        for (ChainNode child : children) {
            if (child.name().equals(childName)) {
                RecordCursor cursor = parts.cursor();
                Record<?, ?> before = cursor.record();
                Record<Object, Object> given = widen(record);
                requireKeptKey(before, given);
                cursor.at(childName, given);
                child.process(given);
                cursor.at(node, before);
                return;
            }
        }
        throw new StreamsException(
                "Processor " + node + " forwards to " + childName + ", which is not one of its children");
    }

    private void refuse(Record<?, ?> record) {
        if (initializing) {
            throw new StreamsException("Processor " + node
                    + " forwards a record in init(), when what is downstream of it is not prepared yet. Forward in"
                    + " process()"
                    + " or in a punctuator");
        }
        LOG.warn(
                "Processor {} forwards a record in close(), after the last commit. It is lost: key {}. Forward in"
                        + " process() or in a punctuator",
                node,
                KeyGuard.text(record.key()));
    }

    private void requireKeptKey(@Nullable Record<?, ?> before, Record<Object, Object> given) {
        if (keepsKeys && before != null && !Objects.deepEquals(before.key(), given.key())) {
            throw new KeyLaneException("Processor " + node
                    + " is declared to be key-local, but forwards a record with another"
                    + " key than it was given, at " + parts.cursor().describe() + ": "
                    + KeyGuard.text(given.key())
                    + " instead of " + KeyGuard.text(before.key())
                    + ". Change keys in a later operator, or take the declaration"
                    + " (org.stoatflow.processor.KeyLocal) away");
        }
    }

    /** Records are read-only towards their types: a record of subtypes is one of objects. */
    @SuppressWarnings("unchecked")
    private static Record<Object, Object> widen(Record<?, ?> record) {
        return (Record<Object, Object>) record;
    }

    @Override
    public void onDropped(DropReason reason) {
        parts.metrics().onDropped(reason, parts.partition());
    }

    @Override
    public OperatorClock clock(DueRows rows) {
        return parts.laneClocks().add(node, rows);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller names the type, as in Kafka Streams
    public <S extends StateStore> S getStateStore(String name) {
        if (!stores.contains(name)) {
            throw new StreamsException("Processor " + node + " has no access to StateStore " + name
                    + ": connect the store to the processor first");
        }
        return (S) parts.state().store(name);
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
        return punctuations().schedule(node, millis(interval), type, callback);
    }

    @Override
    public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
        long intervalMs = millis(interval);
        if (startTime.isBefore(Instant.EPOCH)) {
            throw new IllegalArgumentException("The start time " + startTime + " is before " + Instant.EPOCH);
        }
        return punctuations().scheduleFrom(startTime.toEpochMilli(), node, intervalMs, type, callback);
    }

    private Punctuations punctuations() {
        if (parts.stage().isByKey()) {
            throw new UnsupportedOperationException("schedule() of processor " + node
                    + ": punctuators are not supported in a stage that runs by key. Let it run by partition: "
                    + StoatflowConfig.AFFINITY.key() + "." + node + "=PARTITION");
        }
        return parts.punctuations();
    }

    private static long millis(Duration interval) {
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

    /** Asks for an earlier commit; epochs are short, so the next cut serves. */
    @Override
    public void commit() {
        parts.requestCommit();
    }

    @Override
    public String applicationId() {
        return parts.application().applicationId();
    }

    @Override
    public TaskId taskId() {
        return new TaskId(parts.stage().id(), parts.partition());
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        RecordCursor cursor = parts.cursor();
        return cursor.isInside()
                ? Optional.of(new SeenMetadata(cursor.topic(), cursor.partition(), cursor.offset()))
                : Optional.empty();
    }

    @Override
    public Serde<?> keySerde() {
        return parts.application().defaultKeySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return parts.application().defaultValueSerde();
    }

    @Override
    public File stateDir() {
        return parts.application().stateFolder().toFile();
    }

    @Override
    public Map<String, Object> appConfigs() {
        return parts.application().configs();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return parts.application().configsWithPrefix(prefix);
    }

    @Override
    public long currentSystemTimeMs() {
        return parts.clock().millis();
    }

    @Override
    public long currentStreamTimeMs() {
        return parts.streamTimes().of(parts.partition());
    }

    private record SeenMetadata(@Nullable String topic, int partition, long offset) implements RecordMetadata {}
}
