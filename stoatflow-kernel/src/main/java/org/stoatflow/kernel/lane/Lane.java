package org.stoatflow.kernel.lane;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.batch.Inbox;
import org.stoatflow.kernel.batch.Inboxes;
import org.stoatflow.kernel.batch.TimeBatch;
import org.stoatflow.kernel.chain.Chain;
import org.stoatflow.kernel.chain.EntryInput;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.kernel.timer.LaneTime;

/**
 * Runs a stage's operators for a fixed share of its records; the only writer of what it owns. {@link #step} never waits
 * for another lane and says whether it did something; what calls it owns the thread. Only user code may block in it.
 *
 * <p>Threads: one thread steps the lane; any thread may add to its {@link Inbox}, and read what it publishes.
 */
public abstract sealed class Lane permits ExactlyOnceLane, AtLeastOnceLane {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

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
    private final RunEnd end;

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
        this.end = parts.end();
    }

    /**
     * Does the next thing there is to do: one batch, or one move between epochs.
     *
     * @return false if there is nothing to do until something arrives in the inbox or an epoch advances
     * @throws LaneFailure if a record cannot be processed; the lane must not be stepped again
     */
    public final boolean step() {
        return progress.steps().count(advance());
    }

    abstract boolean advance();

    /** Prepares the processors; before the first step, by any one thread. */
    public final void open() {
        chain.init();
        time.open(output.writtenBytes() > 0);
        publishDueTimes();
    }

    /** Closes the processors, and then the stores and their iterators; after the last step, by any one thread. */
    public final void close() {
        long before = output.writtenBytes();
        try {
            chain.close();
            if (!end.isReached() && output.writtenBytes() > before) {
                LOG.warn("{}: what a processor writes in close() is lost; write in process() or a punctuator", name());
            }
        } finally {
            output.closeState();
        }
    }

    /**
     * Ends the lane with its run: after the call of user code that it is in, the lane makes no other one, and it hands
     * nothing over. Otherwise a batch of a function that blocks would go on for seconds. Any thread.
     */
    public final void abandon() {
        end.reach();
    }

    /** Index over all stages. */
    public final int index() {
        return share.index();
    }

    public final Stage stage() {
        return share.stage();
    }

    /** Name for threads and messages, for example {@code stage 1 lane 7}. */
    public final String name() {
        return share.name();
    }

    public final Inbox inbox() {
        return inbox;
    }

    /** A key of the entry as messages show it. */
    public final String keyText(int entry, byte @Nullable [] key) {
        return chain.input(entry).keyText(key);
    }

    // ---- what it publishes; any thread, a moment late

    /** Counts its steps. */
    public final StepCount steps() {
        return progress.steps();
    }

    public final LaneCounters counters() {
        return progress.counters();
    }

    /** What the lane is doing. */
    public final LaneActivity activity() {
        return progress.activity(chain, inbox.depth());
    }

    /** Being at that record. */
    final LaneActivity activityAt(Batch batch, int record, int attempt) {
        return LaneProgress.activityAt(chain, batch, record, attempt);
    }

    final LaneProgress progress() {
        return progress;
    }

    /** Whether it is in a batch or a flush. */
    public final boolean isAtWork() {
        return progress.workOf() != null;
    }

    /**
     * Whether the lane is leaving the epoch at this moment. True until the committer has been told of an epoch that
     * this makes complete, so the lane may count as having left already.
     */
    public final boolean isLeaving(Epoch epoch) {
        return progress.isLeaving(epoch);
    }

    /** Whether records wait in it to be run again. */
    public final boolean isHolding() {
        return progress.nextHeld() != null;
    }

    /** Whether batches of the epoch or of an older one wait in it, or records to be run again. */
    final boolean hasWorkOf(Epoch epoch) {
        LaneProgress.NextHeld next = progress.nextHeld();
        Epoch earliest = next == null ? inbox.earliest() : next.batch().epoch();
        return earliest != null && earliest.number() <= epoch.number();
    }

    /** Source records that are done, also those of the batch that runs; when it ends, those may be missing. */
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

    /** Whether its run is over. Then it does nothing more; above all, it leaves no epoch that it is not done with. */
    final boolean isAbandoned() {
        return end.isReached();
    }

    /** Source, hop and timer entries of the stage; each after those upstream of it. */
    final int[] inputs() {
        return chain.inputs();
    }

    /** Whether no batch of the epoch comes to this stage any more, but from batches that are waiting in it. */
    final boolean inputsClosed(Epoch epoch) {
        for (int input : inputs()) {
            if (!epoch.isClosed(input)) {
                return false;
            }
        }
        return true;
    }

    /** Whether all batches of the epoch in this stage are done, in all lanes. */
    final boolean inputsComplete(Epoch epoch) {
        for (int input : inputs()) {
            if (!epoch.isComplete(input)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a hop that the entry feeds is over its mark, in batches or in bytes (docs/DESIGN.md, "Back-pressure").
     * Only those count that can run whatever becomes of {@code epoch}.
     */
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

    /** Whether the hop is over the mark for who takes a batch of the epoch. */
    abstract boolean isLoaded(int hop, Epoch epoch, HopMark over);

    /** Asks to be woken once the hop is down to half of its mark, which in bytes is this many. */
    abstract void awaitRelief(int hop, Epoch epoch, long bytes);

    /** Whether the lane may take a batch. It takes none while it holds as many records as it may. */
    final boolean mayTakeBatch() {
        return retries.mayTakeBatch();
    }

    final boolean hasHeld() {
        return retries.hasHeld();
    }

    /** How long the lane need not be stepped while nothing wakes it. The longest time if it holds no record. */
    public final long waitNs() {
        return retries.waitNs();
    }

    /** The lane is done with the epoch. Where it is the last, this announces the epoch. */
    final void leave(Epoch epoch) {
        progress.leaving(epoch);
        epoch.leave(index(), counters().lastEntry());
        progress.leaving(null); // also since an idle lane must not keep an epoch
    }

    /** Before the lane leaves an epoch: says when the rows that it holds are due. */
    final void publishRows() {
        time.publishRows();
    }

    // ---- work: a batch, a record that is run again, a flush

    /** Processes the batch, hands over all that it caused, and then lowers its entry's counter. */
    final void process(Batch batch) {
        progress.begin(batch, 0, clock.nanos());
        chain.begin(batch.epoch());
        try {
            if (retries.areOn() && !(batch instanceof TimeBatch)) {
                retries.run(batch);
            } else {
                runRecords(batch);
            }
        } catch (Throwable failure) { // the lane's root: whatever user code throws ends the epoch
            throw failedAt(batch, failure);
        }
        if (end(batch.epoch(), batch.entry(), batch instanceof TimeBatch)) {
            lower(batch);
        }
    }

    private void runRecords(Batch batch) {
        LaneProgress at = progress;
        RunEnd abandoned = end;
        EntryInput input = chain.input(batch.entry());
        boolean punctuates = chain.punctuates(batch.entry());
        int size = batch.size();
        for (int record = 0; record < size && !abandoned.isReached(); record++) {
            at.at(record);
            input.process(batch, record);
            if (punctuates) {
                time.onStreamTime();
            }
        }
    }

    /** Runs a record whose back-off is over, or that waited behind one. False if none is due. */
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
        try {
            retries.run(hold);
        } catch (Throwable failure) { // the lane's root, as above
            throw failedAt(batch, failure);
        }
        if (end(batch.epoch(), batch.entry(), false)) {
            lower(batch);
        }
        return true;
    }

    /** Before a record of an earlier batch is run. */
    void onResumed(Batch batch) {}

    /** Flushes the cache, hands over all that comes of it, and then lowers its counters. */
    final void flush(LaneCaches.Cache cache) {
        Epoch epoch = cache.epoch();
        String store = cache.entry().store();
        progress.begin(new LaneProgress.CacheFlush(store, epoch), cache.entry().id(), clock.nanos());
        chain.begin(epoch);
        try {
            caches.flush(cache);
        } catch (Throwable failure) { // the lane's root, as above
            throw failed(
                    "while the cache of store " + store + " was flushed, at a row last written by "
                            + chain.describeRecord(),
                    failure);
        }
        if (end(epoch, cache.entry().id(), false)) { // else it may have ended early, and the cache stays owed
            caches.lower(cache);
        }
    }

    /**
     * The end of all work: hands over what it caused, and says what has become of it. The caller then lowers the
     * counter of the work, as the last thing.
     *
     * @param entry through which the work came in
     * @param byTime whether time was the cause
     * @return false if the run is over, and nothing was handed over
     */
    private boolean end(Epoch epoch, int entry, boolean byTime) {
        if (end.isReached()) {
            progress.leaveWork();
            return false;
        }
        chain.tell(entry, epoch);
        chain.handOver();
        output.account(epoch); // before it goes on to the committer
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
            progress.due(time.wallClockDueMs(), time.isStreamTimeDue());
        }
    }

    private void lower(Batch batch) {
        if (batch.isDone()) {
            progress.onDone(batch);
            inboxes.lower(batch);
        }
    }

    private LaneFailure failedAt(Batch batch, Throwable failure) {
        return failed("at " + chain.place(batch, progress.record()).text(), failure);
    }

    /** What is not handed over is of an epoch that is aborted; only what need not wait for one goes out. */
    private LaneFailure failed(String where, Throwable failure) {
        output.offer(); // as in Kafka Streams, also if its record failed; so do the dead letters of that record
        return LaneFailure.of(name(), chain.node(), where, failure);
    }
}
