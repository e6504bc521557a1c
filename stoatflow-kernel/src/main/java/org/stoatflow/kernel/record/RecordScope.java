package org.stoatflow.kernel.record;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.clock.InputTimes;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.streams.processor.StateStore;

/**
 * Sets a lane's cursor and stores to what the lane does next: a record, a punctuation, or a look at a partition. Takes
 * what becomes known of a record: its timestamp, and the bytes of its key. Owner: the lane's thread.
 */
public final class RecordScope {
    private static final String OUTSIDE = "none (a caller from outside)";

    private final LaneShare share;
    private final RecordCursor cursor;
    private final LaneState state;
    private final InputTimes inputs;
    private final Clock clock;
    private final EpochMemory epochMemory = new EpochMemory();
    private final WorkAges ages;
    private @Nullable Object hopKey;
    private byte @Nullable [] hopKeyBytes;
    private @Nullable Class<?> hopKeySerializer;
    private long lastMs = -1;

    public RecordScope(LaneShare share, RecordCursor cursor, LaneState state, InputTimes inputs, Clock clock) {
        this.share = share;
        this.cursor = cursor;
        this.state = state;
        this.inputs = inputs;
        this.clock = clock;
        this.ages = new WorkAges(clock);
        if (share.ownPartition() >= 0) {
            state.partition(share.ownPartition());
        }
    }

    /** What operators remember until the epoch of their work ends. */
    public EpochMemory epochMemory() {
        return epochMemory;
    }

    /** Goes to the stage's next record, which comes from a source topic. */
    public void enter(String source, ConsumerRecord<byte[], byte[]> raw) {
        epochMemory.next();
        enter(raw.topic(), raw.partition(), raw.offset());
        cursor.raw(raw.key(), raw.value());
        cursor.at(source, null);
    }

    /** Goes to the stage's next record. */
    public void enter(String topic, int partition, long offset) {
        epochMemory.next();
        cursor.enter(topic, partition, offset);
        state.partition(partition);
    }

    /** Takes the timestamp of the record that has been read. */
    public void observe(String topic, int partition, long timestamp) {
        lastMs = timestamp;
        inputs.observe(topic, partition, timestamp);
    }

    /**
     * Takes the key that entered the stage and its bytes, so that a store need not serialize the key again. The bytes
     * must be those that a canonical serializer makes of the key.
     */
    public void keyMemo(@Nullable Object key, byte @Nullable [] bytes) {
        if (key != null && bytes != null) {
            state.keyMemo(key, bytes);
        }
    }

    /**
     * Takes the key that came through a hop, the bytes that the hop's canonical serializer made of it, and the
     * serializer's class.
     */
    public void hopKey(@Nullable Object key, byte @Nullable [] bytes, Class<?> serializer) {
        hopKey = key;
        hopKeyBytes = bytes;
        hopKeySerializer = serializer;
    }

    /** The bytes of this key object, if a serializer of the same class has made them already; else null. */
    @SuppressWarnings("ReferenceEquality") // equals() of a user's key may cost more than serializing it
    byte @Nullable [] knownBytes(@Nullable Object key, Class<?> serializer) {
        return key == hopKey && serializer == hopKeySerializer ? hopKeyBytes : null;
    }

    /** What looks at how old records are. */
    public WorkAges ages() {
        return ages;
    }

    /** The lane begins to work, in this thread. */
    public void beginWork() {
        cursor.calls().begin();
        ages.begin();
    }

    /** The lane's work has ended. */
    public void endWork() {
        cursor.calls().end();
        ages.end();
    }

    /**
     * Goes to a processor's init(), which has no record. As in Kafka Streams, its timestamp is the present and it has
     * no topic.
     */
    public void enterInit(String node) {
        cursor.enterInit(node, clock.millis());
    }

    /**
     * All processors are prepared. In a stage by key, a processor must not have written to a store meanwhile, since no
     * record says which lane the row belongs to.
     */
    public void leaveInit() {
        cursor.enter(null, -1, -1);
        if (share.stage().isByKey() && state.uncommittedBytes() > 0) {
            throw new KeyLaneException("A processor of stage " + share.stage().id()
                    + " writes to a store in init(), where no record says to which partition and lane the row"
                    + " belongs: the"
                    + " stage runs by key. Write in process(), or let the stage run by partition ("
                    + StoatflowConfig.AFFINITY.key() + ".<node>=PARTITION)");
        }
    }

    /**
     * Goes to a processor's close(), which has no record. Its timestamp is the present, so that a write to a store is
     * taken, though nothing commits it any more.
     */
    public void enterClose(String node) {
        cursor.enterPunctuation(node, clock.millis());
    }

    /** Goes to a punctuator, which has no record. */
    public void enterPunctuation(String node, long timestamp) {
        epochMemory.next();
        lastMs = timestamp;
        cursor.enterPunctuation(node, timestamp);
        state.partition(share.ownPartition());
    }

    /** Goes to the rows that an operator buffers in a virtual partition; they have no record. */
    public void enterTime(String node, int partition, long timestamp) {
        epochMemory.next();
        cursor.enterTime(node, partition, timestamp);
        state.partition(partition);
    }

    /**
     * Goes to a caller from outside of processing, who is given a store of a virtual partition. There are no headers.
     *
     * @param timestamp the time of what the caller writes, where the rows have none
     */
    public StateStore enterOutside(String store, int partition, long timestamp) {
        lastMs = timestamp;
        cursor.calls().begin(); // in the caller's thread
        cursor.calls().end();
        enterTime(OUTSIDE, partition, timestamp);
        return state.store(store);
    }

    /** A store of the virtual partition that is processed. */
    public StateStore store(String store) {
        return state.store(store);
    }

    /**
     * The timestamp of the record, punctuation or caller from outside that the lane has gone to last; -1 before the
     * first.
     */
    public long lastMs() {
        return lastMs;
    }

    /** Goes to a virtual partition, without a record. */
    public void enterPartition(int partition) {
        cursor.enter(null, partition, -1);
        state.partition(partition);
    }

    /** The virtual partition of the record, punctuation or rows being processed. */
    public int partition() {
        return cursor.lanePartition();
    }

    /** Whether the lane's stage runs by key. */
    public boolean isByKey() {
        return share.stage().isByKey();
    }

    /** Where the record being processed came from, for messages. */
    public String describe() {
        return cursor.describe();
    }

    /** The name of the running node, for messages; null before the first node. */
    @Nullable
    public String node() {
        return cursor.node();
    }

    /** The running node and the record's task, for messages. */
    public NodeOfTask nodeOfTask() {
        return new NodeOfTask(cursor.node(), cursor.taskId());
    }

    /** The node as another thread sees it, perhaps late. Any thread. */
    @Nullable
    public String nodeSeen() {
        return cursor.nodeSeen();
    }
}
