package org.stoatflow.kernel.clock;

import java.util.Arrays;
import java.util.List;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.LaneShare;

/**
 * The highest timestamps that a lane has extracted of records of a source node, by partition. The lane tells the epoch
 * of its work the timestamps of that work. If an extractor is given partition times, this also keeps them over the
 * whole run. Owner: the lane's thread.
 */
public final class PartitionTimes {
    private static final long UNKNOWN = StreamTimes.UNKNOWN;

    private final List<String> topics;
    private final SourceTimes sources;
    private final LaneShare share;
    private final int stride; // distance of two times of the lane, in slots of epochs
    private final boolean areGiven;
    private int firstSlot;
    private long[] untold = {}; // by topic and partition, as all arrays; made with the first record
    private long[] known = {}; // over the whole run, by topic and partition
    private int[] risen = {}; // indexes of the times in untold
    private int risenCount;
    private String lastTopic = ""; // of no record
    private int lastFirst;

    /**
     * @param topics of the source node
     * @param share the lane's
     * @param areGiven whether an extractor is given partition times
     */
    public PartitionTimes(List<String> topics, LaneShare share, SourceTimes sources, boolean areGiven) {
        this.topics = topics;
        this.sources = sources;
        this.share = share;
        this.stride = share.ownPartition() < 0 ? 1 : share.stage().owned().count();
        this.areGiven = areGiven;
    }

    /**
     * The partition time that an extractor is given. In a stage by partition it is the time of all records of the
     * partition, else of the records of this lane.
     */
    public long of(String topic, int partition) {
        int at = at(topic, partition); // makes the arrays
        return areGiven ? known[at] : UNKNOWN;
    }

    public void advance(String topic, int partition, long timestamp) {
        int at = at(topic, partition);
        if (timestamp <= untold[at]) {
            return;
        }
        if (untold[at] == UNKNOWN) {
            risen[risenCount++] = at;
        }
        untold[at] = timestamp;
        if (areGiven && timestamp > known[at]) {
            known[at] = timestamp;
        }
    }

    /**
     * Tells the epoch the timestamps of the current work, which is one batch at most. Call this before the counter of
     * the work is lowered.
     */
    public void tell(Epoch epoch) {
        for (int i = 0; i < risenCount; i++) {
            int at = risen[i];
            epoch.observe(slot(at), untold[at]);
            untold[at] = UNKNOWN;
        }
        risenCount = 0;
    }

    /**
     * The index of a partition. Consecutive records are mostly of one topic and name it by the same object, so an
     * identity check is enough.
     */
    @SuppressWarnings("ReferenceEquality") // another object of the same name is looked up
    private int at(String topic, int partition) {
        if (topic != lastTopic) {
            if (untold.length == 0) {
                begin();
            }
            lastFirst = (sources.slot(topic) - firstSlot) / stride;
            lastTopic = topic;
        }
        return lastFirst + share.slotOf(partition);
    }

    private void begin() {
        firstSlot = sources.slot(topics.getFirst());
        int count = sources.slots(topics) / stride;
        untold = new long[count];
        Arrays.fill(untold, UNKNOWN);
        risen = new int[Math.min(count, Batch.RECORDS_MAX)];
        if (areGiven) {
            known = new long[count];
            Arrays.setAll(known, at -> sources.begun(slot(at)));
        }
    }

    private int slot(int at) {
        return firstSlot + at * stride + share.firstSlot();
    }
}
