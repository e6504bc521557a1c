package org.stoatflow.kernel.lane;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.batch.Inbox;
import org.stoatflow.kernel.batch.Inboxes;
import org.stoatflow.kernel.batch.TimeBatch;
import org.stoatflow.kernel.chain.Chain;
import org.stoatflow.kernel.chain.EntryInput;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.counters.SampledKey;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.kernel.timer.LaneTime;

/**
 * Runs a stage's operators for a fixed share of its records; the only writer of what it owns. {@link #step} never waits
 * for another lane and returns whether it did something. The caller of {@code step} owns the thread. A step may block
 * in user code, for a store of a user's that another call is in, where a sink with a partitioner asks the cluster, and,
 * under at-least-once, while too much output is not acknowledged.
 *
 * <p>Threads: one thread steps the lane; any thread may add to the lane's {@link Inbox} and read what the lane
 * publishes.
 */
public abstract sealed class Lane permits IsolatedLane, FlowingLane {
    private final LaneShare share;
    private final Inboxes inboxes;
    private final Inbox inbox;
    private final HopMark mark;
    private final Clock clock;
    private final Chain chain;
    private final LaneCaches caches;
    private final LaneOutput output;
    private final LaneTime time;
    private final LaneProgress progress;
    private final Retries retries;
    private final LaneLife life;

    Lane(LaneShare share, Inboxes inboxes, HopMark mark, Clock clock, LaneParts parts) {
        this.share = share;
        this.inboxes = inboxes;
        this.inbox = inboxes.of(share.index());
        this.mark = mark;
        this.clock = clock;
        this.chain = parts.chain();
        this.caches = parts.caches();
        this.output = parts.output();
        this.time = parts.time();
        this.progress = parts.progress();
        this.retries = parts.retries();
        this.life = new LaneLife(parts);
    }

    /**
     * Does one thing: it processes one batch, one held record or one flush, or makes one move between epochs.
     *
     * @return false if there is nothing to do until something arrives in the inbox or an epoch advances
     * @throws LaneFailure if a record cannot be processed; the lane must not be stepped again
     */
    public final boolean step() {
        return progress.steps().count(advance());
    }

    abstract boolean advance();

    /**
     * Prepares the processors, else closes the stores. Where the run ends meanwhile, no further processor is prepared,
     * and the lane does not get open. The lane's thread, before the first step, so that a processor finds in its other
     * calls what it has left in its thread.
     */
    public final void open() {
        life.open(this::publishDueTimes);
    }

    /**
     * Closes the processors that are prepared, then the stores and their iterators. The lane's thread calls this after
     * the last step.
     */
    public final void close() {
        life.close(name());
    }

    /** The lane's stores and output for a caller from outside. The lane's thread, between two steps. */
    public final OutsideAccess outside() {
        return new OutsideAccess(chain.scope(), output);
    }

    /** Ends the lane with its run: once its present call of user code returns, it does nothing more. Any thread. */
    public final void abandon() {
        life.end().reach();
    }

    /** The lane's index over all stages. */
    public final int index() {
        return share.index();
    }

    public final Stage stage() {
        return share.stage();
    }

    /** The lane's name in threads and messages, for example {@code stage 1 lane 7}. */
    public final String name() {
        return share.name();
    }

    public final Inbox inbox() {
        return inbox;
    }

    public final String keyText(int entry, SampledKey key) {
        return chain.input(entry).keyText(key);
    }

    // ---- what the lane publishes: any thread reads it, a moment late

    /** How many steps the lane has done. */
    public final StepCount steps() {
        return progress.steps();
    }

    public final LaneCounters counters() {
        return progress.counters();
    }

    /** What the lane is doing. */
    public final LaneActivity activity() {
        LaneActivity calling = life.calling();
        return calling == null ? progress.activity(chain, inbox.depth()) : calling;
    }

    /** Whether the processors are prepared. */
    public final boolean isOpen() {
        return life.isOpen();
    }

    /** The name of the node in which the lane is, as another thread sees it, perhaps late. Any thread. */
    public final @Nullable String nodeSeen() {
        return chain.nodeSeen();
    }

    /** For what any thread may ask of it. */
    final Chain chain() {
        return chain;
    }

    final LaneProgress progress() {
        return progress;
    }

    /** Whether the lane is processing a batch, a held record or a flush. */
    public final boolean isAtWork() {
        return progress.workOf() != null;
    }

    /**
     * Whether the lane is leaving the epoch at this moment. If the epoch becomes complete by this, the result stays
     * true until the committer has been told, so the epoch may count the lane as having left already.
     */
    public final boolean isLeaving(Epoch epoch) {
        return progress.isLeaving(epoch);
    }

    /** Whether the lane holds records, which it will run again. */
    public final boolean isHolding() {
        return progress.nextHeld() != null;
    }

    /** Whether the lane has batches or held records of the epoch, or of an older one, still to run. */
    final boolean hasWorkOf(Epoch epoch) {
        LaneProgress.NextHeld next = progress.nextHeld();
        Epoch earliest = next == null ? inbox.earliest() : next.batch().epoch();
        return earliest != null && earliest.number() <= epoch.number();
    }

    /** Source records done, with those of the running batch, which may be missing for a moment after its end. */
    public final long sourceRecordsDone() {
        return progress.sourceRecordsDone();
    }

    /** Whether complete epochs have made rows due that the lane has published. */
    final boolean areRowsDue() {
        return time.isAnyRowDue();
    }

    // ---- for the two kinds of lane

    final LaneCaches caches() {
        return caches;
    }

    final LaneOutput output() {
        return output;
    }

    /** Whether the lane's run is over. Then the lane does nothing more; above all, it leaves no epoch. */
    final boolean isAbandoned() {
        return life.end().isReached();
    }

    /** The source, hop and timer entries of the stage. Each entry stands after the entries upstream of it. */
    final int[] inputs() {
        return chain.inputs();
    }

    /** Whether no lane is given another batch of the epoch for this stage; waiting batches may remain. */
    final boolean inputsClosed(Epoch epoch) {
        for (int input : inputs()) {
            if (!epoch.isClosed(input)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a hop that the entry feeds is over its mark; batches of epochs that wait for this one do not count. */
    final boolean isStalled(int entry, Epoch epoch) {
        for (int fed : chain.hopsFedBy(entry)) {
            if (isLoaded(fed, epoch, mark)) {
                awaitRelief(fed, epoch, mark.reliefBytes());
                if (isLoaded(fed, epoch, mark)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the hop is over the mark, for a lane that is about to take a batch of the epoch. */
    abstract boolean isLoaded(int hop, Epoch epoch, HopMark over);

    /** Asks that the feeding lanes are woken at half of the mark; {@code bytes} is that half in bytes. */
    abstract void awaitRelief(int hop, Epoch epoch, long bytes);

    /** The first batch of the entry if the lane may run it now, else null. */
    abstract @Nullable Batch runnable(int entry);

    /** Whether the lane may take a batch. It takes none while it holds the greatest allowed number of records. */
    final boolean mayTakeBatch() {
        return retries.mayTakeBatch();
    }

    final boolean hasHeld() {
        return retries.hasHeld();
    }

    /** How long the lane need not be stepped while nothing wakes it; Long.MAX_VALUE if it holds no record. */
    public final long waitNs() {
        return retries.waitNs();
    }

    /** Leaves the epoch. If this lane is the last to leave, this announces the epoch as complete. */
    final void leave(Epoch epoch) {
        progress.leaving(epoch);
        epoch.leave(index(), counters().lastEntry());
        progress.leaving(null); // an idle lane must not keep a reference to an epoch
    }

    /** Publishes when the rows that the lane buffers are due. The lane calls this before it leaves an epoch. */
    final void publishRows() {
        time.publishRows();
    }

    // ---- work: a batch, a record that is run again, a flush

    /** Processes the batch, hands over all that the batch caused, and then lowers the counter of the batch's entry. */
    final void process(Batch batch) {
        progress.begin(batch, 0, clock.nanos());
        chain.begin(batch.epoch());
        output.begin(batch.epoch(), batch instanceof TimeBatch);
        try {
            if (retries.areOn() && !(batch instanceof TimeBatch)) {
                retries.run(batch);
            } else {
                runRecords(batch);
            }
            output.requireRoom();
        } catch (Throwable failure) { // the root of the lane's thread: whatever user code throws ends the epoch
            throw failedAt(batch, failure);
        }
        if (end(batch.epoch(), batch.entry(), batch instanceof TimeBatch)) {
            lower(batch);
        }
    }

    private void runRecords(Batch batch) {
        LaneProgress at = progress;
        RunEnd abandoned = life.end();
        EntryInput input = chain.input(batch.entry());
        boolean punctuates = chain.punctuates(batch.entry());
        int size = batch.size();
        for (int record = 0; record < size && !abandoned.isReached(); record++) {
            at.at(record);
            output.beginRecord();
            input.process(batch, record);
            if (punctuates) {
                time.onStreamTime();
            }
            output.endRecord(record);
        }
    }

    /** Runs one held record whose back-off, or the record before it, is over. False if no record is due. */
    final boolean runHeld() {
        RetryQueue.Hold hold = retries.takeDue();
        if (hold == null) {
            return false;
        }
        Batch batch = hold.batch();
        progress.begin(batch, hold.attempts(), clock.nanos());
        progress.at(hold.index());
        onResumed(batch);
        chain.begin(batch.epoch());
        output.begin(batch.epoch(), false);
        try {
            retries.run(hold);
            output.requireRoom();
        } catch (Throwable failure) { // the lane's root, as above
            throw failedAt(batch, failure);
        }
        if (end(batch.epoch(), batch.entry(), false)) {
            lower(batch);
        }
        return true;
    }

    /** Is called before a held record of an earlier batch runs. */
    void onResumed(Batch batch) {}

    /** Flushes the cache, hands over all that the flush caused, and then lowers the counters of the flush. */
    final void flush(LaneCaches.Cache cache) {
        Epoch epoch = cache.epoch();
        String store = cache.entry().store();
        progress.begin(new LaneProgress.CacheFlush(store, epoch), cache.entry().id(), clock.nanos());
        chain.begin(epoch);
        output.begin(epoch, false);
        try {
            caches.flush(cache);
            output.requireRoom();
        } catch (Throwable failure) { // the lane's root, as above
            output.offer(); // also output and dead letters of the failed record, as in Kafka Streams
            throw LaneFailure.ofFlush(name(), chain.node(), store, chain.describeRecord(), failure);
        }
        if (end(epoch, cache.entry().id(), false)) { // else the flush may have ended early, and the lane still owes it
            caches.lower(cache);
        }
    }

    /**
     * Ends a batch, held record or flush: hands over what the work caused, and tells the epoch, the budget and the
     * monitors about it. The caller then lowers the counter of the work, as its last action.
     *
     * @param entry entry through which the work came in
     * @param byTime whether the work was a time batch
     * @return false if the run is over, and nothing was handed over
     */
    private boolean end(Epoch epoch, int entry, boolean byTime) {
        chain.end();
        output.end();
        if (life.end().isReached()) {
            progress.leaveWork();
            return false;
        }
        chain.tell(entry, epoch);
        chain.handOver();
        output.account(epoch); // before the output goes on to the committer
        output.offer();
        time.tell(epoch);
        caches.raiseWhatIsDirty(epoch, entry);
        publishDueTimes();
        if (byTime) {
            progress.onTimeBatch();
        }
        progress.end(clock.nanos());
        return true;
    }

    private void publishDueTimes() {
        if (time.isTimed()) {
            progress.due(time.wallClockDueAfterMs(), time.isStreamTimeDue(), time.initBytes());
        }
    }

    private void lower(Batch batch) {
        if (batch.isDone()) {
            progress.onDone(batch);
            inboxes.lower(batch);
        }
    }

    private LaneFailure failedAt(Batch batch, Throwable failure) {
        output.offer(); // also output and dead letters of the failed record, as in Kafka Streams
        return LaneFailure.of(name(), chain.node(), chain.place(batch, progress.record()), failure);
    }
}
