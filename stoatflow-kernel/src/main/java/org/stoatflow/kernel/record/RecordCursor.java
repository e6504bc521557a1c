package org.stoatflow.kernel.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.outbox.SendingNode;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.state.CurrentRecord;
import org.stoatflow.streams.processor.RecordContext;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * The record that a lane is processing: where it came from, and what the running node sees of it. Each lane has one
 * cursor. Owner: the lane's thread.
 *
 * <p>Shared. Written by: the lane, plainly. Read by: {@code LaneMonitor}, opaque. Safe: one writer; a reader may be
 * late, and what it reads is text. Proof: SharedFieldsTest.
 */
public final class RecordCursor implements CurrentRecord {
    private static final VarHandle NODE = handle();

    private final LaneShare share;
    private final LaneCalls calls = new LaneCalls();
    private final @Nullable KeyGuard guard;
    private @Nullable String topic;
    private int partition = -1;
    private long offset = -1;
    private byte @Nullable [] rawKey;
    private byte @Nullable [] rawValue;
    private @Nullable RawValueMaker rawValueMaker;
    private @Nullable Record<?, ?> record;
    private @Nullable String node; // the lane writes it; others look by NODE
    private @Nullable Place place;

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(RecordCursor.class, "node", String.class);
        } catch (ReflectiveOperationException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    /** A cached row keeps no longer value of the source record that wrote it. */
    static final int ROW_VALUE_BYTES_MAX = 1_024;

    /** Where a record came from. A cached row keeps this of the record that wrote it. */
    private record Place(
            @Nullable String topic, int partition, long offset, byte @Nullable [] rawKey, byte @Nullable [] rawValue) {}

    /** @param guard checks the use of stores, or null */
    public RecordCursor(LaneShare share, @Nullable KeyGuard guard) {
        this.share = share;
        this.guard = guard;
    }

    @Override
    public void onKey(String store, Object key, byte[] bytes) {
        if (guard != null) {
            guard.onKey(this, store, key, bytes);
        }
    }

    @Override
    public void onOpenScan(String store) {
        if (guard != null && guard.refusesScans(store)) {
            throw guard.refusedScan(this, store);
        }
    }

    /** Who may call the context and the stores of the lane's processors. */
    LaneCalls calls() {
        return calls;
    }

    /**
     * Whether the caller is in a call of the lane: in {@code process}, {@code init}, a punctuator or {@code close}.
     * Asked by any thread.
     */
    public boolean isCalledByLane() {
        return calls.isInside();
    }

    @Override
    public void requireOwnThread(String store) {
        calls.requireOwnThread(store);
    }

    /** Goes to the next record that enters the stage. */
    void enter(@Nullable String newTopic, int newPartition, long newOffset) {
        topic = newTopic;
        partition = newPartition;
        offset = newOffset;
        rawKey = null;
        rawValue = null;
        rawValueMaker = null;
        record = null;
        node = null;
        place = null;
        calls.preparing(false);
    }

    /**
     * Goes to the preparation of a node. No record is being processed, so user code that asks for headers gets headers
     * of its own.
     */
    void enterInit(String prepared, long timestamp) {
        enterTime(prepared, -1, timestamp);
        calls.preparing(true);
    }

    /** Goes to a punctuation: no topic, partition or offset, and the punctuation's timestamp. */
    void enterPunctuation(String punctuated, long timestamp) {
        enterTime(punctuated, -1, timestamp);
    }

    /** Goes to the rows that a node buffers in a virtual partition for this time. */
    void enterTime(String holder, int heldPartition, long timestamp) {
        enter(null, heldPartition, -1);
        at(holder, RecordAccess.sharing(null, null, timestamp, CopyOnWriteHeaders.NONE));
    }

    public void raw(byte @Nullable [] key, byte @Nullable [] value) {
        rawKey = key;
        rawValue = value;
        place = null;
    }

    /** Sets what makes the raw value on demand, for a value that went over a hop as an object. */
    public void rawValueFrom(RawValueMaker maker) {
        rawValueMaker = maker;
    }

    /** Sets the running node, and the record that the node is given. */
    public void at(String nodeName, @Nullable Record<?, ?> given) {
        node = nodeName;
        record = given;
    }

    @Nullable
    public Record<?, ?> record() {
        return record;
    }

    @Nullable
    String node() {
        return node;
    }

    /** The running node as another thread sees it, perhaps late. Any thread. */
    @Nullable
    String nodeSeen() {
        return (String) NODE.getOpaque(this);
    }

    /** The lane's share of its stage. */
    public LaneShare share() {
        return share;
    }

    /**
     * The virtual partition that the lane serves, or, if the lane serves several, that of the record being processed.
     */
    public int lanePartition() {
        return share.ownPartition() >= 0 ? share.ownPartition() : partition;
    }

    /** The task that Kafka Streams would have for the record. */
    public TaskId taskId() {
        return new TaskId(share.stage().id(), lanePartition());
    }

    /** A node of the lane's stage as the sender of output, or of dead letters. */
    public SendingNode sender(String sending, boolean deadLetters) {
        return new SendingNode(
                sending, share.stage().id(), deadLetters, share.stage().hopTopics());
    }

    /** Whether a record or a punctuation is being processed. */
    public boolean isInside() {
        return topic != null || record != null;
    }

    /** What user code may keep of the record, which is its own when the cursor has gone on. */
    public RecordContext seen() {
        return new SeenRecord(topic, partition, offset, timestamp(), headers(), rawKey, seenRawValue());
    }

    /** The cursor itself does not get the value that is made of it: rows that are cached later would keep it. */
    private Supplier<byte @Nullable []> seenRawValue() {
        if (rawValueMaker != null) {
            return rawValueMaker.ofCurrent();
        }
        byte[] known = rawValue;
        return () -> known;
    }

    /** Where the record came from, for messages. */
    public String describe() {
        return "topic " + topic + ", partition " + partition + ", offset " + offset;
    }

    /** Returns where the record came from, for a cached row. All rows that a record writes share one object. */
    @Override
    public Object keep() {
        Place kept = place;
        if (kept == null) {
            kept = new Place(topic, partition, offset, rawKey, rawValue);
            place = kept;
        }
        return kept;
    }

    /** Of a long value nothing is kept: a handler that is asked about the flush gets none. */
    @Override
    public Object keepForRow() {
        return keepsValue() ? keep() : new Place(topic, partition, offset, rawKey, null);
    }

    private boolean keepsValue() {
        return rawValue == null || rawValue.length <= ROW_VALUE_BYTES_MAX;
    }

    @Override
    public long keptForRowBytes() {
        long bytes = rawKey == null ? 0 : rawKey.length;
        return bytes + (rawValue != null && keepsValue() ? rawValue.length : 0);
    }

    /**
     * Goes to where the record of a flushed row came from. The running node's record stays: a node that is given
     * flushed rows forwards records of its own, and a node that an eviction has interrupted goes on with its record.
     */
    @Override
    public void resume(@Nullable Object kept) {
        if (kept instanceof Place back) {
            topic = back.topic();
            partition = back.partition();
            offset = back.offset();
            rawKey = back.rawKey();
            rawValue = back.rawValue();
            rawValueMaker = null;
            place = back;
        }
    }

    /**
     * Does work for an update that an operator has held back, as of where the update came from. Its raw bytes are not
     * known any more. Afterwards the cursor is where it was.
     */
    public void asOf(RecordMetadata origin, Runnable work) {
        Object current = keep();
        RawValueMaker currentMaker = rawValueMaker;
        resume(new Place(origin.topic(), origin.partition(), origin.offset(), null, null));
        try {
            work.run();
        } finally {
            resume(current);
            rawValueMaker = currentMaker;
        }
    }

    @Override
    public long timestamp() {
        return record == null ? -1 : record.timestamp();
    }

    @Override
    public Headers headers() {
        return record == null || calls.isPreparing() ? CopyOnWriteHeaders.NONE.own() : record.headers();
    }

    @Override
    public CopyOnWriteHeaders sharedHeaders() {
        return record == null || calls.isPreparing() ? CopyOnWriteHeaders.NONE : RecordAccess.headersToShare(record);
    }

    public @Nullable String topic() {
        return topic;
    }

    public int partition() {
        return partition;
    }

    public long offset() {
        return offset;
    }

    public byte @Nullable [] sourceRawKey() {
        return rawKey;
    }

    public byte @Nullable [] sourceRawValue() {
        if (rawValueMaker != null) {
            rawValue = rawValueMaker.ofCurrent().get();
            rawValueMaker = null;
        }
        return rawValue;
    }
}
