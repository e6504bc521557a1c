package org.stoatflow.kernel.lane;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.outbox.ChangelogPartitions;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.ChangelogOut;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;

/** What the nodes of one lane share. Owner: the lane's thread. */
final class LaneParts {
    private final Application application;
    private final Stage stage;
    private final Clock clock;
    private final RecordCursor cursor;
    private final LaneState state;
    private final StreamTimes streamTimes;
    private final LaneMetrics metrics;
    private final Runnable commitRequest;
    private final ChangelogOut changelogOut;
    private final Budget budget;
    private final RecordFaults faults;
    private final Punctuations punctuations = new Punctuations(this);
    private final LaneClocks laneClocks = new LaneClocks(this);
    private final StreamClocks clocks;
    private final int slot;
    private final int ownPartition;
    private final boolean keepsTime;
    private final @Nullable TopicTimes topicTimes;
    private Outbox outbox = new Outbox(0);
    private @Nullable Outbox given; // with the sealed writes before; the committer's until it gives it back
    private long retainedBytes;
    private long timeEpoch;
    private @Nullable Object hopKey;
    private byte @Nullable [] hopKeyBytes;
    private @Nullable Class<?> hopKeySerializer;

    /**
     * @param slot the lane's number in its stage
     * @param ownPartition the virtual partition that the lane serves, or -1 where it serves several
     * @param topicTimes as they were kept, or null where the lane serves several partitions
     */
    LaneParts(
            Application application,
            Stage stage,
            int slot,
            int ownPartition,
            @Nullable TopicTimes topicTimes,
            StreamClocks clocks,
            Clock clock,
            RecordCursor cursor,
            LaneState state,
            ChangelogPartitions changelogs,
            Budget budget,
            Runnable commitRequest,
            LaneMetrics metrics) {
        this.application = application;
        this.stage = stage;
        this.clock = clock;
        this.cursor = cursor;
        this.state = state;
        this.streamTimes = new StreamTimes(stage.isByKey() ? stage.partitions() : 1);
        this.slot = slot;
        this.clocks = clocks;
        this.ownPartition = ownPartition;
        this.keepsTime = ownPartition >= 0 && stage.entries().stream().anyMatch(Entry.Timer.class::isInstance);
        this.topicTimes = topicTimes;
        if (ownPartition >= 0) {
            state.partition(ownPartition);
        }
        if (topicTimes != null) {
            streamTimes.advance(ownPartition, topicTimes.latest());
        }
        this.budget = budget;
        this.metrics = metrics;
        this.commitRequest = commitRequest;
        this.faults = new RecordFaults(this);
        this.changelogOut = (store, partition, key, value, timestamp, headers) ->
                outbox.appendChangelog(changelogs.of(store, partition), timestamp, key, value, headers);
    }

    Application application() {
        return application;
    }

    Stage stage() {
        return stage;
    }

    Clock clock() {
        return clock;
    }

    RecordCursor cursor() {
        return cursor;
    }

    LaneState state() {
        return state;
    }

    StreamTimes streamTimes() {
        return streamTimes;
    }

    LaneMetrics metrics() {
        return metrics;
    }

    RecordFaults faults() {
        return faults;
    }

    Outbox outbox() {
        return outbox;
    }

    Budget budget() {
        return budget;
    }

    /** Tells the budget and the epoch of the work how much more the lane keeps than after its last batch. */
    void accountRetained(Epoch epoch) {
        long before = retainedBytes;
        accountRetained();
        epoch.memory().retain(retainedBytes - before);
    }

    private void accountRetained() {
        long now = outbox.bytes() + state.uncommittedBytes();
        budget.retain(now - retainedBytes);
        retainedBytes = now;
    }

    /** Takes the outbox alone; the lane goes on with an empty one. */
    LaneContribution takeOutput() {
        accountRetained();
        Outbox full = outbox;
        outbox = new Outbox(full.size() + full.size() / 8);
        retainedBytes -= full.bytes();
        return new LaneContribution(stage.firstLane() + slot, full, null, List.of(), 0, full.bytes());
    }

    /** Seals the state's overlays and takes the outbox, which then holds their changelog records too. */
    LaneContribution seal() {
        accountRetained();
        SealedState sealed = state.seal(changelogOut);
        Outbox full = outbox;
        outbox = given != null && given.takeBack(full.size()) ? given : new Outbox(full.size() + full.size() / 8);
        given = full;
        long bytes = retainedBytes;
        retainedBytes = 0;
        long heldFor = timeEpoch;
        timeEpoch = 0;
        return new LaneContribution(stage.firstLane() + slot, full, sealed, risenTimes(), heldFor, bytes);
    }

    /** What is sealed next has work of the epoch that time made due. */
    void timeWorkOf(long epoch) {
        timeEpoch = epoch;
    }

    private List<KeptClocks.Row> risenTimes() {
        return keepsTime && topicTimes != null ? topicTimes.takeRisen() : List.of();
    }

    /** A record has come into the stage. */
    void observe(String topic, int partition, long timestamp) {
        streamTimes.advance(partition, timestamp);
        if (keepsTime && topicTimes != null) {
            topicTimes.advance(topic, timestamp);
        }
    }

    /**
     * For a source node of the stage.
     *
     * @param areGiven whether an extractor is given the times
     */
    PartitionTimes partitionTimes(List<String> topics, boolean areGiven) {
        return new PartitionTimes(topics, stage.partitions(), ownPartition, clocks.sources(), areGiven);
    }

    Punctuations punctuations() {
        return punctuations;
    }

    LaneClocks laneClocks() {
        return laneClocks;
    }

    StreamClocks clocks() {
        return clocks;
    }

    /** Whether records of the key come to this lane. */
    boolean owns(int partition, byte @Nullable [] key) {
        return stage.laneOf(key, partition) == stage.firstLane() + slot;
    }

    /** Virtual partition that the lane serves, or, where it serves several, that of the record being processed. */
    int partition() {
        return ownPartition >= 0 ? ownPartition : cursor.partition();
    }

    void requestCommit() {
        commitRequest.run();
    }

    /**
     * The key that entered the stage, and its bytes, so that a store need not serialize it again. Only bytes that a
     * canonical serializer makes of the key.
     */
    void keyMemo(@Nullable Object key, byte @Nullable [] bytes) {
        if (key != null && bytes != null) {
            state.keyMemo(key, bytes);
        }
    }

    /** The key that came through a hop, the bytes that the hop's canonical serializer has made of it, and its class. */
    void hopKey(@Nullable Object key, byte @Nullable [] bytes, Class<?> serializer) {
        hopKey = key;
        hopKeyBytes = bytes;
        hopKeySerializer = serializer;
    }

    /** The bytes of this very key, if a serializer of the same class has made them already; else null. */
    @SuppressWarnings("ReferenceEquality") // equals() of a user's key may cost more than serializing it
    byte @Nullable [] knownBytes(@Nullable Object key, Class<?> serializer) {
        return key == hopKey && serializer == hopKeySerializer ? hopKeyBytes : null;
    }

    /**
     * Prepares the cursor for a processor's init(), which has no record: as in Kafka Streams, it is now, and nowhere.
     */
    void enterInit(String node) {
        cursor.enterInit(node, clock.millis());
    }

    /** All processors are prepared. In a stage by key they cannot have written: no record says whose lane a row is. */
    void leaveInit() {
        cursor.enter(null, -1, -1);
        if (stage.isByKey() && state.uncommittedBytes() > 0) {
            throw new KeyLaneException("A processor of stage " + stage.id()
                    + " writes to a store in init(), where no record says to which partition and lane the row"
                    + " belongs: the"
                    + " stage runs by key. Write in process(), or let the stage run by partition ("
                    + StoatflowConfig.AFFINITY.key() + ".<node>=PARTITION)");
        }
    }

    /** Prepares stores and cursor for a punctuator, which has no record. */
    void enterPunctuation(String node, long timestamp) {
        cursor.enterPunctuation(node, timestamp);
        state.partition(ownPartition);
    }

    /** Prepares stores and cursor for what an operator holds in a virtual partition, which has no record. */
    void enterTime(String node, int partition, long timestamp) {
        cursor.enterTime(node, partition, timestamp);
        state.partition(partition);
    }

    /** Prepares stores and cursor for a look at a virtual partition. */
    void enterPartition(int partition) {
        cursor.enter(null, partition, -1);
        state.partition(partition);
    }

    /** Prepares stores, clocks and cursor for the next record of the stage. */
    void enter(String topic, int partition, long offset) {
        cursor.enter(topic, partition, offset);
        state.partition(partition);
    }
}
