package org.stoatflow.kernel.record;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.clock.InputTimes;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.lane.LaneState;

/**
 * Prepares a lane's cursor and stores for what comes next: a record, a punctuation, or a look at a partition. Takes in
 * what is known of a record as it comes: its time, and the bytes of its key. Owner: the lane's thread.
 */
public final class RecordScope {
    private final LaneShare share;
    private final RecordCursor cursor;
    private final LaneState state;
    private final InputTimes inputs;
    private final Clock clock;
    private @Nullable Object hopKey;
    private byte @Nullable [] hopKeyBytes;
    private @Nullable Class<?> hopKeySerializer;

    public RecordScope(LaneShare share, RecordCursor cursor, LaneState state, InputTimes inputs, Clock clock) {
        this.share = share;
        this.cursor = cursor;
        this.state = state;
        this.inputs = inputs;
        this.clock = clock;
        if (share.ownPartition() >= 0) {
            state.partition(share.ownPartition());
        }
    }

    /** The next record of the stage comes from a source topic. */
    public void enter(String source, ConsumerRecord<byte[], byte[]> raw) {
        enter(raw.topic(), raw.partition(), raw.offset());
        cursor.raw(raw.key(), raw.value());
        cursor.at(source, null);
    }

    /** The next record of the stage. */
    public void enter(String topic, int partition, long offset) {
        cursor.enter(topic, partition, offset);
        state.partition(partition);
    }

    /** A record has been read, and has this timestamp. */
    public void observe(String topic, int partition, long timestamp) {
        inputs.observe(topic, partition, timestamp);
    }

    /**
     * The key that entered the stage, and its bytes, so that a store need not serialize it again. Only bytes that a
     * canonical serializer makes of the key.
     */
    public void keyMemo(@Nullable Object key, byte @Nullable [] bytes) {
        if (key != null && bytes != null) {
            state.keyMemo(key, bytes);
        }
    }

    /** The key that came through a hop, the bytes that the hop's canonical serializer has made of it, and its class. */
    public void hopKey(@Nullable Object key, byte @Nullable [] bytes, Class<?> serializer) {
        hopKey = key;
        hopKeyBytes = bytes;
        hopKeySerializer = serializer;
    }

    /** The bytes of this very key, if a serializer of the same class has made them already; else null. */
    @SuppressWarnings("ReferenceEquality") // equals() of a user's key may cost more than serializing it
    byte @Nullable [] knownBytes(@Nullable Object key, Class<?> serializer) {
        return key == hopKey && serializer == hopKeySerializer ? hopKeyBytes : null;
    }

    /** A processor's init() comes, which has no record: as in Kafka Streams, it is now, and nowhere. */
    public void enterInit(String node) {
        cursor.enterInit(node, clock.millis());
    }

    /** All processors are prepared. In a stage by key they cannot have written: no record says whose lane a row is. */
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

    /** A punctuator comes, which has no record. */
    public void enterPunctuation(String node, long timestamp) {
        cursor.enterPunctuation(node, timestamp);
        state.partition(share.ownPartition());
    }

    /** What an operator holds in a virtual partition comes, which has no record. */
    public void enterTime(String node, int partition, long timestamp) {
        cursor.enterTime(node, partition, timestamp);
        state.partition(partition);
    }

    /** A look at a virtual partition comes. */
    public void enterPartition(int partition) {
        cursor.enter(null, partition, -1);
        state.partition(partition);
    }

    /** The virtual partition of what is processed. */
    public int partition() {
        return cursor.lanePartition();
    }

    /** Whether the lane's stage runs by key. */
    public boolean isByKey() {
        return share.stage().isByKey();
    }

    /** Where the record that is processed came from, for messages. */
    public String describe() {
        return cursor.describe();
    }

    /** The node that is running, for messages; null before the first one. */
    @Nullable
    public String node() {
        return cursor.node();
    }
}
