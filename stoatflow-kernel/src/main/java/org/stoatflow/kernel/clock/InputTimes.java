package org.stoatflow.kernel.clock;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.state.StateEngine;

/**
 * Stream time of one lane's input: of each virtual partition that it serves, and, where it serves one, of the topics
 * that it reads, as they are kept with the state. Owner: the lane's thread.
 */
public final class InputTimes {
    private final StreamTimes streamTimes;
    private final @Nullable TopicTimes topicTimes; // null where nobody asks for time after a start

    public InputTimes(LaneShare share, StateEngine state) {
        streamTimes = new StreamTimes(share.partitions());
        TopicTimes kept = share.ownPartition() < 0 ? null : new TopicTimes(share.stage(), share.ownPartition(), state);
        if (kept != null) {
            streamTimes.advance(share.ownPartition(), kept.latest());
        }
        topicTimes = share.isTimed() ? kept : null;
    }

    /** A record has come into the stage. */
    public void observe(String topic, int partition, long timestamp) {
        streamTimes.advance(partition, timestamp);
        if (topicTimes != null) {
            topicTimes.advance(topic, timestamp);
        }
    }

    /** Stream time of a virtual partition, {@link StreamTimes#UNKNOWN} before its first record. */
    public long of(int partition) {
        return streamTimes.of(partition);
    }

    /** The times of topics that have risen since the last call, to be kept with the state. */
    public List<StoredClocks.Row> takeRisen() {
        return topicTimes == null ? List.of() : topicTimes.takeRisen();
    }
}
