package org.stoatflow.runtime.lane;

import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.epoch.Budget;
import org.stoatflow.runtime.plan.Stage;
import org.stoatflow.runtime.sink.ChangelogPartitions;
import org.stoatflow.runtime.sink.Outbox;
import org.stoatflow.runtime.time.Clock;
import org.stoatflow.state.ChangelogOut;
import org.stoatflow.state.LaneState;
import org.stoatflow.state.SealedState;

/** What the nodes of one lane share. Owner: the lane's thread. */
final class LaneParts {
    private final Application application;
    private final Stage stage;
    private final Clock clock;
    private final RecordCursor cursor;
    private final LaneState state;
    private final StreamTimes streamTimes;
    private final LaneMetrics metrics = new LaneMetrics();
    private final Runnable commitRequest;
    private final ChangelogOut changelogOut;
    private final Budget budget;
    private Outbox outbox = new Outbox(0);
    private long retainedBytes;
    private @Nullable Object hopKey;
    private byte @Nullable [] hopKeyBytes;
    private @Nullable Class<?> hopKeySerializer;

    LaneParts(
            Application application,
            Stage stage,
            Clock clock,
            RecordCursor cursor,
            LaneState state,
            ChangelogPartitions changelogs,
            Budget budget,
            Runnable commitRequest) {
        this.application = application;
        this.stage = stage;
        this.clock = clock;
        this.cursor = cursor;
        this.state = state;
        this.streamTimes = new StreamTimes(stage.isByKey() ? stage.partitions() : 1);
        this.budget = budget;
        this.commitRequest = commitRequest;
        this.changelogOut = (store, partition, key, value, timestamp) ->
                outbox.appendChangelog(changelogs.of(store, partition), timestamp, key, value);
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

    Outbox outbox() {
        return outbox;
    }

    Budget budget() {
        return budget;
    }

    /** Tells the budget how much more the lane keeps than after its last batch. */
    void accountRetained() {
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
        return new LaneContribution(full, null, full.bytes());
    }

    /** Seals the state's overlays and takes the outbox, which then holds their changelog records too. */
    LaneContribution seal() {
        accountRetained();
        SealedState sealed = state.seal(changelogOut);
        Outbox full = outbox;
        outbox = new Outbox(full.size() + full.size() / 8);
        long bytes = retainedBytes;
        retainedBytes = 0;
        return new LaneContribution(full, sealed, bytes);
    }

    /** Virtual partition of the record being processed. */
    int partition() {
        return cursor.partition();
    }

    void requestCommit() {
        commitRequest.run();
    }

    /**
     * The key that entered the stage, and its bytes, so that a store need not serialize it again. Only bytes that a
     * canonical serializer makes of the key, or, in a stage by key, reads as the key.
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

    /** Prepares stores, clocks and cursor for the next record of the stage. */
    void enter(String topic, int partition, long offset) {
        cursor.enter(topic, partition, offset);
        state.partition(partition);
    }
}
