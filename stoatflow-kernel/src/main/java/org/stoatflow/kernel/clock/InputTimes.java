package org.stoatflow.kernel.clock;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.counters.LateRecords;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.state.StateEngine;

/**
 * Stream time of one lane's input: of each virtual partition that the lane serves, and, if the lane serves only one, of
 * the topics that it reads, which are kept with the state. Owner: the lane's thread.
 */
public final class InputTimes {
    private final StreamTimes streamTimes;
    private final @Nullable TopicTimes topicTimes; // null in a stage by key or without a timer

    /** @param late what counts how late records are */
    public InputTimes(LaneShare share, StateEngine state, LateRecords late) {
        streamTimes = new StreamTimes(share, late);
        TopicTimes kept = share.ownPartition() < 0 ? null : new TopicTimes(share.stage(), share.ownPartition(), state);
        if (kept != null) {
            streamTimes.advance(share.ownPartition(), kept.latest());
        }
        topicTimes = share.isTimed() ? kept : null;
    }

    /** Takes the timestamp of a record that has come into the stage. */
    public void observe(String topic, int partition, long timestamp) {
        streamTimes.advance(partition, timestamp);
        if (topicTimes != null) {
            topicTimes.advance(topic, timestamp);
        }
    }

    /** The stream time of a virtual partition, {@link StreamTimes#UNKNOWN} before its first record. */
    public long of(int partition) {
        return streamTimes.of(partition);
    }

    /** The times of topics that have risen since the last call. The caller keeps them with the state. */
    public List<StoredClocks.Row> takeRisen() {
        return topicTimes == null ? List.of() : topicTimes.takeRisen();
    }
}
