package org.stoatflow.kernel.lane;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.fault.HandlerVerdict;
import org.stoatflow.kernel.fault.RetryPolicy;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Stage;

/**
 * Runs a stage's operators for a fixed share of its records; the only writer of what it owns. {@link #step} never waits
 * for another lane and says whether it did something; what calls it owns the thread. Only user code may block in it.
 *
 * <p>Threads: one thread steps the lane; any thread may add to its {@link Inbox}.
 */
public abstract sealed class Lane permits ExactlyOnceLane, AtLeastOnceLane {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final int index;
    private final Chain chain;
    private final LaneParts parts;
    private final Inbox inbox;
    private final int[] doors;
    private final LaneCaches caches;
    private final int stalledMark;
    private volatile @Nullable Batch running;
    private volatile @Nullable String flushing;
    private volatile @Nullable Epoch flushingIn;
    private volatile int runningRecord;
    private final AtomicLong sourceRecords = new AtomicLong(); // the lane writes, the dispatcher reads
    private volatile @Nullable Batch heldBatch;
    private volatile int heldRecord;
    private final RetryPolicy retry;
    private final HeldRecords held;
    private final Savepoint savepoint;
    private final boolean timed;
    private volatile long wallClockDueMs = Long.MAX_VALUE; // the lane writes, the dispatcher reads
    private volatile boolean streamTimeDue; // likewise
    private boolean writtenInInit; // until a time batch has brought it into an epoch; the lane's thread
    private volatile boolean abandoned; // whoever ends the run writes, the lane reads
    private final StepCount steps = new StepCount();
    private volatile @Nullable Epoch leaving; // the lane writes, the dispatcher reads
    private volatile boolean timeUnderWay; // the dispatcher sets it, the lane's time batch clears it

    Lane(int index, Chain chain, LaneParts parts, LaneCaches caches, Inbox inbox, int stalledMark) {
        this.index = index;
        this.chain = chain;
        this.parts = parts;
        this.inbox = inbox;
        this.caches = caches;
        this.doors = parts.stage().doors();
        this.timed = parts.stage().entries().stream().anyMatch(Entry.Timer.class::isInstance);
        this.stalledMark = stalledMark;
        this.retry = parts.application().faults().retry();
        this.held = new HeldRecords(parts.stage());
        this.savepoint = chain.savepoint(parts);
        parts.state().overWhen(() -> abandoned);
    }

    /**
     * Does the next thing there is to do: one batch, or one move between epochs.
     *
     * @return false if there is nothing to do until something arrives in the inbox or an epoch advances
     * @throws LaneFailure if a record cannot be processed; the lane must not be stepped again
     */
    public final boolean step() {
        return steps.count(advance());
    }

    abstract boolean advance();

    /** Counts its steps. Any thread. */
    public final StepCount steps() {
        return steps;
    }

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
        chain.init(parts);
        parts.laneClocks().open();
        writtenInInit = parts.state().uncommittedBytes() > 0;
        publishDueTimes(false);
    }

    /** Closes the processors; after the last step, by any one thread. */
    public final void close() {
        long before = parts.state().uncommittedBytes();
        chain.close();
        if (!abandoned && parts.state().uncommittedBytes() > before) {
            LOG.warn(
                    "{}: a processor writes to a store in close(), after the last commit. The write is lost; write in"
                            + " process() or in a punctuator",
                    name());
        }
    }

    /**
     * Ends the lane with its run: after the call of user code that it is in, the lane makes no other one, and it hands
     * nothing over. Otherwise a batch of a function that blocks would go on for seconds. Any thread.
     */
    public final void abandon() {
        abandoned = true;
    }

    /** An abandoned lane does nothing more; above all, it leaves no epoch that it is not done with. */
    final boolean isAbandoned() {
        return abandoned;
    }

    /** Name for threads and messages, for example {@code stage 1 lane 7}. */
    public final String name() {
        return "stage " + stage().id() + " lane " + (index - stage().firstLane());
    }

    /** What the lane is doing, for messages; may be read by any thread. */
    public final String doing() {
        Batch batch = running;
        if (batch != null) {
            return doing(batch, runningRecord);
        }
        String store = flushing;
        if (store != null) {
            return "flushing the cache of store " + store;
        }
        Batch waiting = heldBatch;
        String held = waiting == null
                ? "idle, "
                : "holding " + metrics().held() + " records to be run again, next the one " + doing(waiting, heldRecord)
                        + ", ";
        return held + inbox.depth() + " batches waiting";
    }

    // ---- for those who watch; any thread, a moment late

    @Nullable
    Batch running() {
        return running;
    }

    int runningRecord() {
        return runningRecord;
    }

    /** Text for being at that record. */
    String doing(Batch batch, int record) {
        return "in " + place(batch, record);
    }

    /** A key of the entry as messages show it. */
    public final String keyText(int entry, byte @Nullable [] key) {
        return chain.door(entry).keyText(key);
    }

    /** Whether it is in a batch or a flush. */
    public final boolean isAtWork() {
        return running != null || flushing != null;
    }

    /**
     * Whether the lane is leaving the epoch at this moment. True until the committer has been told of an epoch that
     * this makes complete, so the lane may count as having left already.
     */
    public final boolean isLeaving(Epoch epoch) {
        return leaving == epoch;
    }

    /** The lane is done with the epoch. Where it is the last, this announces the epoch. */
    final void leave(Epoch epoch) {
        leaving = epoch;
        epoch.leave(index, metrics().lastEntry());
        leaving = null; // also since an idle lane must not keep an epoch
    }

    /** Whether records wait in it to be run again. */
    public final boolean isHolding() {
        return heldBatch != null;
    }

    /** Whether it is at a batch or flush of the epoch, or of an older one, for which the epoch waits too. */
    boolean isAtWorkOf(Epoch epoch) {
        Batch batch = running;
        Epoch in = batch == null ? flushingIn : batch.epoch();
        return in != null && in.number() <= epoch.number();
    }

    /** Whether batches of the epoch or of an older one wait in it, or records to be run again. */
    boolean hasWorkOf(Epoch epoch) {
        Batch waiting = heldBatch;
        Epoch earliest = waiting == null ? inbox.earliest() : waiting.epoch();
        return earliest != null && earliest.number() <= epoch.number();
    }

    /**
     * Source records that are done, also those of the batch that runs. Any thread; for a moment, when a batch ends,
     * those of that batch may be missing.
     */
    public final long sourceRecordsDone() {
        long before = sourceRecords.get();
        int ofRunning = running instanceof SourceBatch ? runningRecord : 0;
        long after = sourceRecords.get();
        return after == before ? before + ofRunning : after;
    }

    // ---- time; the dispatcher asks

    /** Whether time has made something due for which no time batch is under way. */
    final boolean isTimeDue(long nowMs) {
        return !timeUnderWay && (streamTimeDue || wallClockDueMs <= nowMs);
    }

    /** When the wall clock makes something due for which no time batch is under way. */
    final long timeDueMs() {
        return timeUnderWay ? Long.MAX_VALUE : wallClockDueMs;
    }

    /** Whether complete epochs have made rows due that the lane has published. */
    final boolean areRowsDue() {
        return parts.laneClocks().isAnyDue();
    }

    /** A time batch is handed over. */
    final void onTimeHandedOver() {
        timeUnderWay = true;
    }

    private void publishDueTimes(boolean timeHandled) {
        if (timed) {
            wallClockDueMs = parts.punctuations().wallClockDueMs();
            writtenInInit &= !timeHandled;
            streamTimeDue = writtenInInit || parts.punctuations().isStreamTimeDue();
            if (timeHandled) {
                timeUnderWay = false; // last, so that the dispatcher hands nothing over twice
            }
        }
    }

    // ---- for the two kinds of lane

    final LaneParts parts() {
        return parts;
    }

    final LaneCaches caches() {
        return caches;
    }

    /** Source, hop and timer entries of the stage; each after those upstream of it. */
    final int[] doors() {
        return doors;
    }

    /** Whether no batch of the epoch comes to this stage any more, but from batches that are waiting in it. */
    final boolean doorsClosed(Epoch epoch) {
        for (int door : doors) {
            if (!epoch.isClosed(door)) {
                return false;
            }
        }
        return true;
    }

    /** Whether all batches of the epoch in this stage are done, in all lanes. */
    final boolean doorsComplete(Epoch epoch) {
        for (int door : doors) {
            if (!epoch.isComplete(door)) {
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
            if (isLoaded(fed, epoch)) {
                awaitRelief(fed, epoch, parts.budget().hopBytesMax() / 2);
                if (isLoaded(fed, epoch)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the hop is over its mark for who takes a batch of the epoch. */
    abstract boolean isLoaded(int hop, Epoch epoch);

    /** Asks to be woken once the hop is down to half of its mark, which in bytes is this many. */
    abstract void awaitRelief(int hop, Epoch epoch, long bytes);

    final boolean isOverMark(int batches, long bytes) {
        return batches >= stalledMark || bytes >= parts.budget().hopBytesMax();
    }

    /** Processes the batch, hands over all that it caused, and then lowers its entry's counter. */
    final void process(Batch batch) {
        runningRecord = 0;
        metrics().begin(batch.entry(), parts.clock().nanos());
        running = batch;
        chain.begin(batch.epoch());
        if (retry.isOn() && !(batch instanceof TimeBatch)) {
            processTakingBack(batch);
        } else {
            processPlainly(batch);
        }
        if (abandoned) {
            running = null;
            return;
        }
        chain.door(batch.entry()).tell(batch.epoch());
        handOver(batch.epoch(), batch.entry());
        running = null;
        publishDueTimes(batch instanceof TimeBatch);
        finish(batch);
    }

    private void finish(Batch batch) {
        long nowNs = parts.clock().nanos();
        metrics().end(nowNs);
        finishIfDone(batch, nowNs);
    }

    private void processPlainly(Batch batch) {
        Door door = chain.door(batch.entry());
        boolean punctuates = chain.punctuates(batch.entry());
        int size = batch.size();
        int record = 0;
        try {
            for (; record < size && !abandoned; record++) {
                runningRecord = record;
                door.process(batch, record);
                if (punctuates) {
                    parts.punctuations().onStreamTime();
                }
            }
        } catch (Throwable failure) { // the lane's root: whatever user code throws ends the epoch
            throw failed("at " + place(batch, record), failure);
        }
    }

    private void handOver(Epoch epoch, int cause) {
        chain.handOver();
        parts.accountRetained(epoch); // before it goes on to the committer
        afterWork();
        parts.laneClocks().tell(epoch);
        caches.raiseWhatIsDirty(epoch, cause);
    }

    private void finishIfDone(Batch batch, long nowNs) {
        if (batch.isDone()) {
            if (batch instanceof SourceBatch) {
                batch.epoch().memory().processedSource(batch.entry(), batch.bytes());
                sourceRecords.lazySet(sourceRecords.get() + batch.size()); // one writer
            } else {
                batch.epoch().memory().processed(batch.entry(), batch.bytes());
            }
            parts.budget().processed(batch.bytes());
            parts.metrics().onBatch(batch, nowNs);
            batch.epoch().lower(batch.entry());
        }
    }

    /** Before the lane fails for good, with what it has not handed over. */
    abstract void onFailure();

    private LaneFailure failed(String where, Throwable failure) {
        onFailure();
        Throwable cause = failure instanceof HandlerVerdict ? failure.getCause() : null;
        return new LaneFailure(
                "Processing failed in " + name() + ", node " + parts.cursor().node() + ", " + where + ": "
                        + (cause == null ? failure : failure.getMessage()),
                cause == null ? failure : cause);
    }

    /** Flushes the cache, hands over all that comes of it, and then lowers its counters. */
    final void flush(LaneCaches.Cache cache) {
        Epoch epoch = cache.epoch();
        String store = cache.entry().store();
        metrics().begin(cache.entry().id(), parts.clock().nanos());
        flushingIn = epoch;
        flushing = store;
        chain.begin(epoch);
        try {
            parts.state().flushCache(store);
        } catch (Throwable failure) { // the lane's root, as above
            throw failed(
                    "while the cache of store " + store + " was flushed, at a row last written by "
                            + parts.cursor().describe(),
                    failure);
        }
        if (abandoned) { // then the flush may have ended early, and the cache stays owed
            flushing = null;
            flushingIn = null;
            return;
        }
        handOver(epoch, cache.entry().id());
        publishDueTimes(false); // processors downstream may have scheduled punctuators
        flushing = null;
        flushingIn = null;
        metrics().end(parts.clock().nanos());
        caches.lower(cache);
    }

    // ---- records that are run again (docs/design/003)

    private void processTakingBack(Batch batch) {
        int size = batch.size();
        for (int record = 0; record < size && !abandoned; record++) {
            if (held.isEmpty() || !held.addBehind(batch, record)) {
                if (!isDone(batch, record, 0)) {
                    held.add(batch, record, dueNs(0));
                }
            }
        }
        publishHeld();
    }

    /**
     * Runs a record whose back-off is over, or that waited behind one.
     *
     * @return false if none is due
     */
    final boolean runHeld() {
        HeldRecords.Hold hold =
                held.isEmpty() ? null : held.takeDue(parts.clock().nanos());
        if (hold == null) {
            return false;
        }
        Batch batch = hold.batch();
        metrics().begin(batch.entry(), parts.clock().nanos());
        running = batch;
        onResumed(batch);
        chain.begin(batch.epoch());
        boolean done = isDone(batch, hold.index(), hold.attempts());
        if (abandoned) {
            running = null;
            return true;
        }
        chain.door(batch.entry()).tell(batch.epoch());
        if (done) {
            held.done(hold, parts.clock().nanos());
            handOver(batch.epoch(), batch.entry());
            publishDueTimes(false);
            running = null;
            finish(batch);
        } else {
            parts.laneClocks().tell(batch.epoch());
            held.again(hold, dueNs(hold.attempts()));
            running = null;
            metrics().end(parts.clock().nanos());
        }
        publishHeld();
        return true;
    }

    private void publishHeld() {
        parts.metrics().onHeld(held.size());
        HeldRecords.Hold next = held.next();
        heldRecord = next == null ? 0 : next.index();
        heldBatch = next == null ? null : next.batch();
    }

    /** Before a record of an earlier batch is run. */
    void onResumed(Batch batch) {}

    private long dueNs(int attempts) {
        return parts.clock().nanos() + retry.waitNs(attempts);
    }

    /** Runs a record for the next time. False if it failed and is to be run once more; then it is rolled back. */
    private boolean isDone(Batch batch, int record, int attempts) {
        runningRecord = record;
        RecordFaults faults = parts.faults();
        faults.begin(attempts);
        savepoint.begin();
        try {
            chain.door(batch.entry()).process(batch, record);
        } catch (RetryRequest request) {
            // as asked below, since user code may have caught it
        } catch (Throwable failure) { // the lane's root
            throw failed("at " + place(batch, record), failure);
        }
        boolean done = !faults.isRetryRequested();
        faults.end();
        if (done) {
            release(batch, record);
        } else {
            savepoint.rollback();
            parts.metrics().onRetry();
        }
        return done;
    }

    /** Flushes that were put off and punctuators run after the record, and are not rolled back with it. */
    private void release(Batch batch, int record) {
        try {
            savepoint.release();
            if (chain.punctuates(batch.entry())) {
                parts.punctuations().onStreamTime();
            }
        } catch (Throwable failure) { // the lane's root, as above
            throw failed("at " + place(batch, record), failure);
        }
    }

    /** Whether the lane may take a batch. It takes none while it holds as many records as it may. */
    final boolean mayTakeBatch() {
        return held.isEmpty() || held.size() < retry.heldMax();
    }

    final boolean hasHeld() {
        return !held.isEmpty();
    }

    /** How long the lane need not be stepped while nothing wakes it. The longest time if it holds no record. */
    public final long waitNs() {
        return held.isEmpty()
                ? Long.MAX_VALUE
                : Math.max(1, held.nextDueNs() - parts.clock().nanos());
    }

    /** After the records of a batch or a flush, before its counter is lowered. */
    void afterWork() {}

    /** Where the record came from, and its key. */
    private String place(Batch batch, int index) {
        int at = Math.min(index, batch.size() - 1);
        return switch (batch) {
            case SourceBatch source -> {
                ConsumerRecord<byte[], byte[]> record = source.record(at);
                yield "topic " + record.topic() + ", partition " + record.partition() + ", offset " + record.offset()
                        + ", key " + keyText(batch.entry(), batch.keyBytes(at));
            }
            case HopBatch hop -> {
                HopRecord record = hop.record(at);
                yield "hop " + ((HopDoor) chain.door(batch.entry())).topic() + ", virtual partition "
                        + record.partition() + ", caused by source offset " + record.offset()
                        + ", key " + keyText(batch.entry(), batch.keyBytes(at));
            }
            case TimeBatch time -> "a punctuation of epoch " + time.epoch().number();
        };
    }
}
