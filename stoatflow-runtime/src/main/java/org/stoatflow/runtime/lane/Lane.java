package org.stoatflow.runtime.lane;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.epoch.Epoch;
import org.stoatflow.runtime.plan.Stage;

/**
 * Runs a stage's operators for a fixed share of its records; the only writer of what it owns. {@link #step} never waits
 * for another lane and says whether it did something; what calls it owns the thread. Only user code may block in it.
 *
 * <p>Threads: one thread steps the lane; any thread may add to its {@link Inbox}.
 */
public abstract sealed class Lane permits ExactlyOnceLane, AtLeastOnceLane {
    private final int index;
    private final Chain chain;
    private final LaneParts parts;
    private final Inbox inbox;
    private final int firstEntry;
    private final int entries;
    private final int stalledMark;
    private volatile @Nullable Batch running;
    private volatile int runningRecord;

    Lane(int index, Chain chain, LaneParts parts, Inbox inbox, int stalledMark) {
        this.index = index;
        this.chain = chain;
        this.parts = parts;
        this.inbox = inbox;
        this.firstEntry = parts.stage().entries().getFirst().id();
        this.entries = parts.stage().entries().size();
        this.stalledMark = stalledMark;
    }

    /**
     * Does the next thing there is to do: one batch, or one move between epochs.
     *
     * @return false if there is nothing to do until something arrives in the inbox or an epoch advances
     * @throws LaneFailure if a record cannot be processed; the lane must not be stepped again
     */
    public abstract boolean step();

    /** Index over all stages. */
    public final int index() {
        return index;
    }

    public final Stage stage() {
        return parts.stage();
    }

    public final Inbox inbox() {
        return inbox;
    }

    public final LaneMetrics metrics() {
        return parts.metrics();
    }

    /** Prepares the processors; before the first step, by any one thread. */
    public final void open() {
        chain.init();
    }

    /** Closes the processors; after the last step, by any one thread. */
    public final void close() {
        chain.close();
    }

    /** Name for threads and messages, for example {@code stage 1 lane 7}. */
    public final String name() {
        return "stage " + stage().id() + " lane " + (index - stage().firstLane());
    }

    /** What the lane is doing, for messages; may be read by any thread. */
    public final String doing() {
        Batch batch = running;
        return batch == null ? "idle, " + inbox.depth() + " batches waiting" : "in " + describe(batch, runningRecord);
    }

    // ---- for the two kinds of lane

    final LaneParts parts() {
        return parts;
    }

    final int firstEntry() {
        return firstEntry;
    }

    /** One past the last entry of the stage. */
    final int endEntry() {
        return firstEntry + entries;
    }

    final boolean stageClosed(Epoch epoch) {
        for (int entry = firstEntry; entry < endEntry(); entry++) {
            if (!epoch.isClosed(entry)) {
                return false;
            }
        }
        return true;
    }

    final boolean stageComplete(Epoch epoch) {
        for (int entry = firstEntry; entry < endEntry(); entry++) {
            if (!epoch.isComplete(entry)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a hop that the entry feeds is over its mark, counting batches of {@code epoch} and of the one before it.
     * Newer ones do not count: what is older must always be able to run (DESIGN §6, back-pressure).
     */
    final boolean isStalled(int entry, Epoch epoch) {
        for (int fed : chain.hopsFedBy(entry)) {
            if (load(fed, epoch) >= stalledMark) {
                Epoch before = epoch.previousOpen();
                epoch.awaitRelief(fed);
                if (before != null) {
                    before.awaitRelief(fed);
                }
                if (load(fed, epoch) >= stalledMark) {
                    return true;
                }
            }
        }
        return false;
    }

    private static int load(int entry, Epoch epoch) {
        Epoch before = epoch.previousOpen();
        return epoch.outstanding(entry) + (before == null ? 0 : before.outstanding(entry));
    }

    /** Processes the batch, hands over all that it caused, and then lowers its entry's counter. */
    final void process(Batch batch) {
        running = batch;
        Epoch epoch = batch.epoch();
        chain.begin(epoch);
        Door door = chain.door(batch.entry());
        int size = batch.size();
        int record = 0;
        try {
            for (; record < size; record++) {
                runningRecord = record;
                door.process(batch, record);
            }
        } catch (Throwable failure) { // the lane's root: whatever user code throws ends the epoch
            throw new LaneFailure(
                    "Processing failed in " + name() + ", node "
                            + parts.cursor().node() + ", at " + describe(batch, record) + ": " + failure,
                    failure);
        }
        chain.handOver();
        afterBatch();
        parts.accountRetained();
        parts.budget().processed(batch.bytes());
        parts.metrics().onBatch(size);
        running = null;
        epoch.lower(batch.entry());
    }

    /** After the records of a batch, before its counter is lowered. */
    void afterBatch() {}

    private static String describe(Batch batch, int index) {
        int at = Math.min(index, batch.size() - 1);
        return switch (batch) {
            case SourceBatch source -> {
                ConsumerRecord<byte[], byte[]> record = source.record(at);
                yield "topic " + record.topic() + ", partition " + record.partition() + ", offset " + record.offset();
            }
            case HopBatch hop -> {
                HopRecord record = hop.record(at);
                yield "entry " + batch.entry() + ", virtual partition " + record.partition()
                        + ", caused by source offset " + record.offset();
            }
        };
    }
}
