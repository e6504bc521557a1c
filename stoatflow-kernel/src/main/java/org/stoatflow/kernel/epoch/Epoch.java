package org.stoatflow.kernel.epoch;

import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The source records between two cuts, with all that they cause: the unit of commit (docs/DESIGN.md, "Epochs").
 *
 * <p>Each entry has one counter of outstanding work. An entry is <em>closed</em> once the epoch is cut and every entry
 * directly upstream is <em>complete</em>; it is complete once it is closed and its counter is zero, and stays so.
 *
 * <p>Threads: the dispatcher cuts; others raise, lower, touch and leave (docs/DESIGN.md, "Closing and completion").
 *
 * @see EntryGraph
 */
public final class Epoch {
    private static final int OPEN = 0;
    private static final int CLOSED = 1;
    private static final int COMPLETE = 2;
    private static final long NOTHING_OBSERVED = -1;

    private final long number;
    private final EntryGraph graph;
    private final EpochListener listener;
    private final int reliefMark;

    /**
     * Shared. Written by: raised by the dispatcher (sources) and by feeding lanes (hops), before hand-over; lowered by
     * the lane that processed. Read by: the same, and lanes that look at their load. Safe: atomic counter. Only holders
     * of outstanding work upstream raise it, so a zero that is read after closing is final; one read before says
     * nothing. Proof: EpochCompletionProof, EpochHopsProof, EpochStress.
     */
    private final AtomicIntegerArray outstanding;

    /**
     * Shared. Written by: any thread that closes or completes an entry. Read by: lanes. Safe: compare-and-set, one way:
     * open, closed, complete. Whoever completes an entry reads that it is closed first and its counter second. A closer
     * sets the state before these two reads, a lane lowers before them; so the later of two sees both. Proof:
     * EpochCompletionProof, EpochHopsProof, EpochStress.
     */
    private final AtomicIntegerArray states;

    /**
     * Shared, with {@code reliefBytes}. Written by: stalled lanes set, the lowering lane clears. Read by: nobody else.
     * Safe: a stalled lane sets it and looks at the load again before it waits. Proof: ReliefProof, EpochStress.
     */
    private final AtomicIntegerArray relief;

    private final AtomicLongArray reliefBytes;
    private final EntryLoad ofAll; // shared by all epochs of the run
    private final EpochBytes memory;

    /**
     * Shared, with {@code owed}. Written by: dispatcher and feeding lanes, before the first batch is handed over;
     * {@code owed} is lowered by the leaving lane. Read by: lanes, wakers. Safe: bits by compare-and-set; {@code owed}
     * is raised once for each bit, by a thread that has itself not left yet, or before the cut. Proof: DeliveryProof,
     * StartProof, EpochLeaveProof, EpochStress.
     */
    private final AtomicLongArray touched;

    /**
     * Shared. Written by: the leaving lane, before it lowers {@code owed}. Read by: whoever hands over, the lane,
     * messages. Safe: bits by an atomic or; a bit that was set already is a second leave. Proof: EpochLeaveProof,
     * StartProof.
     */
    private final AtomicLongArray left;

    private final AtomicInteger owed = new AtomicInteger();

    /**
     * Shared. Written by: whoever finds the epoch complete. Read by: nobody else. Safe: compare-and-set: one
     * announcement. Proof: EpochAnnounceProof, EpochLeaveProof, EpochStress.
     */
    private final AtomicBoolean announced = new AtomicBoolean();

    /**
     * Shared. Written by: lanes. Read by: dispatcher, at-least-once; committer ({@code bytes}). Safe: atomic sums.
     * Proof: SharedFieldsTest.
     */
    private final AtomicLong bytes = new AtomicLong();

    /**
     * Shared. Written by: leaving lanes. Read by: committer, once the epoch is complete. Safe: concurrent queue; a lane
     * adds before it leaves. The committer empties it when the epoch is applied. Proof: EpochAnnounceProof.
     */
    private final ConcurrentLinkedQueue<Contribution> contributions = new ConcurrentLinkedQueue<>();

    private final EpochTimings timings = new EpochTimings();

    /**
     * Shared. Written by: lanes, before they lower the batch's counter. Read by: dispatcher and committer, once the
     * epoch is complete. Safe: atomic maximum: stream time of operators, then partition time of sources
     * (docs/design/014). Proof: EpochTimesProof, EpochHopsProof, FlowProof.
     */
    private final AtomicLongArray observed;

    /**
     * Shared, with {@code positions} and {@code next}. Written by: dispatcher; {@code cut} last. Read by: leaving
     * lanes, committer. Safe: volatile; written once. The committer forgets the positions when the epoch is applied.
     * Proof: EpochLeaveProof, EpochStress.
     */
    private volatile boolean cut;

    /**
     * Shared, with {@code previous}. Written by: committer writes {@code applied}; {@code previous} is cleared by
     * whoever sees that it is applied. Read by: dispatcher, lanes. Safe: volatile; one way. Proof: OverlayProof,
     * StartProof.
     */
    private volatile boolean applied;

    /**
     * Shared. Written by: whoever sees what can never be. Read by: leaving lanes, dispatcher, committer. Safe:
     * volatile, one way. The run is told at the same time. Proof: SharedFieldsTest.
     */
    private volatile boolean broken;

    private volatile @Nullable Epoch previous;
    private volatile @Nullable Epoch next;
    private volatile Map<TopicPartition, SourcePosition> positions = Map.of();

    private Epoch(
            long number,
            EntryGraph graph,
            int lanes,
            int clocks,
            int reliefMark,
            EntryLoad ofAll,
            EpochListener listener) {
        this.number = number;
        this.graph = graph;
        this.listener = listener;
        this.reliefMark = reliefMark;
        this.outstanding = new AtomicIntegerArray(graph.entries());
        this.states = new AtomicIntegerArray(graph.entries());
        this.relief = new AtomicIntegerArray(graph.entries());
        this.reliefBytes = new AtomicLongArray(graph.entries());
        this.ofAll = ofAll;
        this.memory = new EpochBytes(graph, ofAll);
        this.touched = new AtomicLongArray((lanes + 63) / 64);
        this.left = new AtomicLongArray((lanes + 63) / 64);
        this.observed = new AtomicLongArray(clocks);
        for (int clock = 0; clock < clocks; clock++) {
            observed.setPlain(clock, NOTHING_OBSERVED);
        }
    }

    /**
     * The first epoch of a run.
     *
     * @param lanes number of lanes of the application, over all stages
     * @param reliefMark number of outstanding batches of an entry below which stalled feeders are woken
     */
    public static Epoch first(long number, EntryGraph graph, int lanes, int reliefMark, EpochListener listener) {
        return first(number, graph, lanes, 0, reliefMark, listener);
    }

    /**
     * The first epoch of a run that observes times.
     *
     * @param lanes number of lanes of the application, over all stages
     * @param clocks number of clocks: of operators for each virtual partition, and of source partitions
     * @param reliefMark number of outstanding batches of an entry below which stalled feeders are woken
     */
    public static Epoch first(
            long number, EntryGraph graph, int lanes, int clocks, int reliefMark, EpochListener listener) {
        EntryLoad ofAll = new EntryLoad(graph.entries(), reliefMark);
        return new Epoch(number, graph, lanes, clocks, reliefMark, ofAll, listener);
    }

    public long number() {
        return number;
    }

    // ---- counters

    /** Counts one more batch or dirty cache at the entry. Call this before the batch is handed over. */
    public void raise(int entry) {
        outstanding.getAndIncrement(entry);
        ofAll.raise(entry);
        // The caller holds work upstream, or is the dispatcher before the cut; so the entry cannot be closed.
        if (states.get(entry) != OPEN) {
            throw brokenBy("entry " + entry + ", which is " + stateOf(entry) + ", is raised");
        }
    }

    /** Counts one batch or flush less: its lane has processed it, and has handed over all that it caused. */
    public void lower(int entry) {
        if (states.get(entry) == COMPLETE) {
            throw brokenBy("entry " + entry + ", which is COMPLETE, is lowered");
        }
        int rest = outstanding.decrementAndGet(entry);
        if (rest < 0) {
            throw brokenBy("entry " + entry + " is lowered below zero");
        }
        if (rest == 0) {
            completeIfDone(entry);
        }
        if (rest <= reliefMark && relief.get(entry) != 0) {
            relieve(entry);
        }
        if (ofAll.lower(entry)) {
            listener.onRelief(entry);
        }
    }

    /** Several threads may lower at once. The last of them sees what all of them have subtracted. */
    private void relieve(int entry) {
        if (memory.at(entry) <= reliefBytes.get(entry) && relief.compareAndSet(entry, 1, 0)) {
            listener.onRelief(entry);
        }
    }

    public int outstanding(int entry) {
        return outstanding.get(entry);
    }

    /**
     * Asks for {@link EpochListener#onRelief} once the batches and their bytes are down to the relief marks. The caller
     * looks at the load once more after this call and before it waits.
     *
     * @param bytes relief mark in bytes; every caller gives the same for an entry
     */
    public void awaitRelief(int entry, long bytes) {
        reliefBytes.set(entry, bytes);
        relief.set(entry, 1);
    }

    /** The outstanding batches of all epochs of the run together. */
    public EntryLoad ofAll() {
        return ofAll;
    }

    /** The memory that the epoch holds. */
    public EpochBytes memory() {
        return memory;
    }

    // ---- lanes

    /** Marks the lane as touched. Call this before the lane's first batch of this epoch is handed over. */
    public void touch(int lane) {
        int word = lane >> 6;
        long bit = 1L << lane;
        long old = touched.get(word);
        while ((old & bit) == 0) {
            // The epoch cannot complete between mark and count: the caller is the dispatcher before the cut, or a lane
            // that has not left yet and so is counted itself.
            if (touched.compareAndSet(word, old, old | bit)) {
                owed.getAndIncrement();
                break;
            }
            old = touched.get(word);
        }
        if (hasLeft(lane)) {
            throw brokenBy("lane " + lane + ", which has left it, is given a batch");
        }
    }

    public boolean isTouched(int lane) {
        return (touched.get(lane >> 6) & 1L << lane) != 0;
    }

    /** The first touched lane from {@code lane} up to but without {@code end}, or {@code end} if there is none. */
    public int nextTouched(int lane, int end) {
        int at = lane;
        while (at < end) {
            long rest = touched.get(at >> 6) >>> at;
            if (rest != 0) {
                return Math.min(end, at + Long.numberOfTrailingZeros(rest));
            }
            at = (at | 63) + 1;
        }
        return end;
    }

    /** A lane has sealed its writes and contributed its outbox. Call this once for each touched lane. */
    public void leave() {
        int rest = owed.decrementAndGet();
        if (rest < 0) {
            throw brokenBy("more lanes leave it than it has touched");
        }
        if (rest == 0 && isComplete()) {
            announce();
        }
    }

    /** As {@link #leave()}, and says which lane leaves and for which entry the lane worked last. */
    public void leave(int lane, int lastEntry) {
        if (!isTouched(lane)) {
            throw brokenBy("lane " + lane + ", which it has not touched, leaves it");
        }
        int word = lane >> 6;
        if ((left.getAndAccumulate(word, 1L << lane, (old, bit) -> old | bit) & 1L << lane) != 0) {
            throw brokenBy("lane " + lane + " leaves it twice");
        }
        timings.onLeave(lane, lastEntry);
        leave();
    }

    /** Whether the lane has left the epoch. */
    public boolean hasLeft(int lane) {
        return (left.get(lane >> 6) & 1L << lane) != 0;
    }

    /** Whether the epoch waits for the lane: it has touched the lane, which has not left it. */
    public boolean isOwing(int lane) {
        return isTouched(lane) && !hasLeft(lane);
    }

    // ---- states that a correct engine never reaches

    /**
     * Marks the epoch as broken, since a thread has seen a state that a correct engine never reaches. A broken epoch is
     * not announced and must not be committed.
     *
     * @param what what was seen, in a sentence that does not name the epoch
     * @return the exception for the caller to throw; the listener has been given it already
     */
    public BrokenEpochException brokenBy(String what) {
        broken = true;
        BrokenEpochException why = new BrokenEpochException(
                "Epoch " + number + " is broken: " + what + ". This is a defect of the engine; the epoch is aborted");
        listener.onBroken(why);
        return why;
    }

    public boolean isBroken() {
        return broken;
    }

    /** When the epoch was cut, left by its lanes, and completed. */
    public EpochTimings timings() {
        return timings;
    }

    /** Adds what a leaving lane hands to the committer. */
    public void contribute(Contribution contribution) {
        contributions.add(contribution);
        bytes.addAndGet(contribution.bytes());
    }

    /**
     * What the lanes have contributed, in the order in which they left. Final once the epoch is complete, empty once
     * the epoch is applied.
     */
    public Iterable<Contribution> contributions() {
        return contributions;
    }

    public long contributedBytes() {
        return bytes.get();
    }

    // ---- stream time of operators, and partition time of sources

    /** Takes a time that work of this epoch has observed. Call this before the counter of that work is lowered. */
    public void observe(int clock, long timeMs) {
        if (timeMs > observed.get(clock)) {
            observed.accumulateAndGet(clock, timeMs, Math::max);
        }
    }

    /** The highest time that work of this epoch has observed, -1 for none. Final once the epoch is complete. */
    public long observed(int clock) {
        return observed.get(clock);
    }

    // ---- cut and closing

    /**
     * Ends the epoch: no source or time batch of it is handed over after this. Dispatcher only.
     *
     * @param positions where each source partition goes on after this epoch
     * @return the next epoch, open
     */
    public Epoch cut(Map<TopicPartition, SourcePosition> positions) {
        if (cut) {
            throw new IllegalStateException("epoch=" + number + " is cut already");
        }
        this.positions = positions;
        Epoch successor =
                new Epoch(number + 1, graph, touched.length() * 64, observed.length(), reliefMark, ofAll, listener);
        successor.previous = this;
        next = successor;
        cut = true;
        for (int entry = 0; entry < graph.entries(); entry++) {
            if (graph.upstream(entry).length == 0) {
                close(entry);
            }
        }
        if (isComplete()) {
            announce();
        }
        return successor;
    }

    public boolean isCut() {
        return cut;
    }

    /** Where each source partition goes on after this epoch; from the cut until the epoch is applied. */
    public Map<TopicPartition, SourcePosition> positions() {
        return positions;
    }

    public boolean isClosed(int entry) {
        return states.get(entry) != OPEN;
    }

    public boolean isComplete(int entry) {
        return states.get(entry) == COMPLETE;
    }

    /** The entry's state, for messages. */
    public EntryState stateOf(int entry) {
        return switch (states.get(entry)) {
            case OPEN -> EntryState.OPEN;
            case CLOSED -> EntryState.CLOSED;
            default -> EntryState.COMPLETE;
        };
    }

    public int entries() {
        return graph.entries();
    }

    /** Number of lanes that the epoch has touched and that have not left it; for messages. */
    public int owed() {
        return owed.get();
    }

    /**
     * Whether the epoch is cut, every touched lane has left, and it is not broken. The cut is read first, since a zero
     * is final only after the cut.
     */
    public boolean isComplete() {
        return cut && owed.get() == 0 && !broken;
    }

    private void close(int entry) {
        if (states.compareAndSet(entry, OPEN, CLOSED)) {
            listener.onStageAdvanced(this, graph.stageOf(entry));
            completeIfDone(entry);
        }
    }

    private void completeIfDone(int entry) {
        if (isDone(entry) && states.compareAndSet(entry, CLOSED, COMPLETE)) {
            listener.onStageAdvanced(this, graph.stageOf(entry));
            for (int downstream : graph.downstream(entry)) {
                if (upstreamComplete(downstream)) {
                    close(downstream);
                }
            }
        }
    }

    /**
     * Reads closed first and the counter second. Once the entry is closed, the counter only falls. A zero that is read
     * before the entry is closed says nothing, since the counter may still rise.
     */
    private boolean isDone(int entry) {
        return states.get(entry) == CLOSED && outstanding.get(entry) == 0;
    }

    private boolean upstreamComplete(int entry) {
        for (int feeder : graph.upstream(entry)) {
            if (states.get(feeder) != COMPLETE) {
                return false;
            }
        }
        return true;
    }

    private void announce() {
        for (int entry = 0; entry < graph.entries(); entry++) {
            if (outstanding.get(entry) != 0) {
                throw brokenBy("all lanes have left it, and " + outstanding.get(entry)
                        + " batches are outstanding at entry " + entry);
            }
        }
        if (!broken && announced.compareAndSet(false, true)) {
            listener.onComplete(this);
        }
    }

    // ---- after the commit

    /**
     * The committer has written everything of this epoch to the state. Committer only. The epoch drops the lanes'
     * contributions, since each epoch refers to the next: one epoch that the garbage collector has moved to its old
     * generation keeps all later epochs, and would keep their contributions too.
     */
    public void markApplied() {
        if (applied || !isComplete()) {
            throw brokenBy(applied ? "it is applied twice" : "it is applied and not complete");
        }
        contributions.clear();
        positions = Map.of();
        applied = true;
        previous = null;
    }

    public boolean isApplied() {
        return applied;
    }

    /** The epoch before this one, or null if that epoch is applied or there was none. */
    public @Nullable Epoch previousOpen() {
        Epoch before = previous;
        if (before != null && before.applied) {
            previous = null;
            return null;
        }
        return before;
    }

    /** Whether at most {@code most} epochs before this one are cut and not applied. */
    public boolean isWithin(int most) {
        Epoch before = previousOpen();
        for (int open = 0; before != null; open++) {
            if (open >= most) {
                return false;
            }
            before = before.previousOpen();
        }
        return true;
    }

    public @Nullable Epoch next() {
        return next;
    }
}
