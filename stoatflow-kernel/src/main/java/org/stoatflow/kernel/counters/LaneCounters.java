package org.stoatflow.kernel.counters;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.batch.TimeBatch;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.plan.OwnedPartitions;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.operator.OperatorHooks.DropReason;

/**
 * Counters of one lane over all runs of the application: a new run begins where the previous run ended. Only the lane's
 * thread writes, by plain stores; other threads may read a moment late.
 *
 * <p>Shared. Written by: the lane. Read by: metrics, messages. Safe: one writer, plain or opaque stores; readers may be
 * late. A new run's begin with what the run before has counted. Proof: SharedFieldsTest.
 */
public final class LaneCounters {
    /** What {@link #busySinceNs} gives for a lane that is not at work. */
    public static final long IDLE = Long.MIN_VALUE;

    private final int firstEntry;
    private final @Nullable OwnedPartitions several; // null in a lane of one virtual partition
    private final AtomicLongArray processed; // by entry of the stage and virtual partition
    private final AtomicLong batches = new AtomicLong();
    private final BusyTime busy = new BusyTime();
    private final AtomicLong retries = new AtomicLong();
    private final AtomicLong held = new AtomicLong();
    private final PunctuationCounters punctuations = new PunctuationCounters(new AtomicLong(), new AtomicLong());
    private final DropCounters drops;
    private final LateRecords late;
    private final NodeCounters nodes = new NodeCounters(new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    private volatile @Nullable HotKeys hotKeys; // made with the first batch, since most of many lanes may have none

    /** Calls of punctuators, and their time. */
    private record PunctuationCounters(AtomicLong calls, AtomicLong ns) {}

    /** What is counted by node. Both are filled before the lane's first step. */
    private record NodeCounters(Map<String, SinkCounters> sinks, Map<String, EndToEndTimes> ages) {}

    /** @param before counters of the same lane in the previous run, or null */
    public LaneCounters(Stage stage, @Nullable LaneCounters before) {
        firstEntry = stage.entries().getFirst().id();
        several = stage.isByKey() ? stage.owned() : null;
        int partitions = partitions();
        processed = new AtomicLongArray(stage.entries().size() * partitions);
        LaneCounters earlier = before != null && before.hasShapeOf(this) ? before : null;
        drops = new DropCounters(partitions, earlier == null ? null : earlier.drops);
        late = earlier == null ? new LateRecords(partitions) : new LateRecords(earlier.late);
        if (earlier != null) {
            goOnFrom(earlier);
        }
    }

    private boolean hasShapeOf(LaneCounters other) {
        return firstEntry == other.firstEntry
                && Objects.equals(several, other.several)
                && processed.length() == other.processed.length();
    }

    private void goOnFrom(LaneCounters before) {
        copy(before.processed, processed);
        batches.set(before.batches.get());
        busy.goOnFrom(before.busy);
        retries.set(before.retries.get());
        punctuations.calls().set(before.punctuations.calls().get());
        punctuations.ns().set(before.punctuations.ns().get());
        before.nodes.sinks().forEach((node, counts) -> nodes.sinks().put(node, new SinkCounters(counts)));
        before.nodes.ages().forEach((node, times) -> nodes.ages().put(node, new EndToEndTimes(times)));
    }

    static void copy(AtomicLongArray from, AtomicLongArray to) {
        for (int i = 0; i < to.length(); i++) {
            to.set(i, from.get(i));
        }
    }

    // ---- the lane's thread

    /** A batch, a flush or a held record begins. */
    public void begin(int entry, long nowNs) {
        busy.begin(entry, nowNs);
    }

    /** The batch, flush or held record has ended. */
    public void end(long nowNs) {
        busy.end(nowNs);
    }

    /** All records of the batch are done. */
    public void onBatch(Batch batch) {
        add(batches, 1);
        if (batch instanceof TimeBatch) {
            return;
        }
        int slot = (batch.entry() - firstEntry) * partitions();
        int size = batch.size();
        if (several == null) {
            add(processed, slot, size);
        } else {
            for (int record = 0; record < size; record++) {
                add(processed, slot + several.slotOf(batch.partition(record)), 1);
            }
        }
        sampleKeys(batch, busy.endedNs());
    }

    private void sampleKeys(Batch batch, long nowNs) {
        HotKeys keys = hotKeys;
        if (keys == null) {
            keys = new HotKeys();
            hotKeys = keys;
        }
        keys.sample(batch, nowNs);
    }

    /** An operator drops a record of the virtual partition by the operator's rules. */
    public void onDropped(DropReason reason, int partition) {
        drops.onDropped(reason, slotOf(partition));
    }

    /** A record of the virtual partition is dropped because of an error. */
    public void onFault(ErrorDrop reason, int partition, Object where, Object why) {
        drops.onFault(reason, slotOf(partition), where, why);
    }

    /** A record is rolled back and will be run again. */
    public void onRetry() {
        add(retries, 1);
    }

    /** The lane now holds this many records. */
    public void onHeld(int records) {
        held.lazySet(records);
    }

    /** A punctuator was called. */
    public void onPunctuation(long tookNs) {
        add(punctuations.calls(), 1);
        add(punctuations.ns(), tookNs);
    }

    /** Makes the counters of a sink of the lane. Call this before the first step. */
    public SinkCounters sink(String node) {
        return nodes.sinks().computeIfAbsent(node, any -> new SinkCounters(several));
    }

    /** Makes the ages of records at a node of the lane. Call this before the first step. */
    public EndToEndTimes ages(String node) {
        return nodes.ages().computeIfAbsent(node, any -> new EndToEndTimes(several));
    }

    /** What counts how late records are. */
    public LateRecords late() {
        return late;
    }

    static void add(AtomicLong counter, long more) {
        counter.lazySet(counter.get() + more); // one writer
    }

    static void add(AtomicLongArray counters, int index, long more) {
        counters.setOpaque(index, counters.getPlain(index) + more); // one writer
    }

    private int slotOf(int partition) {
        return several == null || partition < 0 ? 0 : several.slotOf(partition);
    }

    private int partitions() {
        return several == null ? 1 : several.count();
    }

    // ---- any thread

    /** Records that entered the lane. */
    public long records() {
        return sum(processed);
    }

    /** Records of a virtual partition that entered the lane. */
    public long records(int partition) {
        long sum = 0;
        for (int slot = slotOf(partition); slot < processed.length(); slot += partitions()) {
            sum += processed.get(slot);
        }
        return sum;
    }

    /** Records of a virtual partition that entered the lane through an entry of its stage. */
    public long records(int entry, int partition) {
        return processed.get((entry - firstEntry) * partitions() + slotOf(partition));
    }

    public long batches() {
        return batches.get();
    }

    /** Time in batches and flushes, in nanoseconds, waits of user code included. */
    public long busyNs() {
        return busy.totalNs();
    }

    /**
     * When the current batch, flush or held record began, by the engine's clock; {@link #IDLE} if the lane is not at
     * work.
     */
    public long busySinceNs() {
        return busy.sinceNs();
    }

    /** The entry for which the lane works or has worked last; -1 before its first work. */
    public int lastEntry() {
        return busy.lastEntry();
    }

    /** How often a record was rolled back to be run again. */
    public long retries() {
        return retries.get();
    }

    /** Number of held records. */
    public long held() {
        return held.get();
    }

    /** Calls of punctuators. */
    public long punctuations() {
        return punctuations.calls().get();
    }

    /** Time in punctuators, in nanoseconds. */
    public long punctuationNs() {
        return punctuations.ns().get();
    }

    /** Records that were dropped, for any reason. */
    public long dropped() {
        return drops.total();
    }

    /** Records of a virtual partition that were dropped. */
    public long dropped(int partition) {
        return drops.ofSlot(slotOf(partition));
    }

    /** Records that were dropped for this error. */
    public long dropped(ErrorDrop reason) {
        return drops.of(reason);
    }

    /** Records that operators dropped by this rule. */
    public long dropped(DropReason reason) {
        return drops.of(reason);
    }

    /** By how much records of a virtual partition were late, all together, in ms. */
    public long lateMs(int partition) {
        return late.sumMs(slotOf(partition));
    }

    /** By how much the latest of them was late, in ms, since the last call. One thread calls this. */
    public long takeMostLateMs(int partition) {
        return late.takeMostMs(slotOf(partition));
    }

    /** Counters of what the lane has put into outboxes for a sink's topic; null if the lane has no such sink. */
    public @Nullable SinkCounters produced(String node) {
        return nodes.sinks().get(node);
    }

    /** The ages of records at a node; null if the lane does not look at them there. */
    public @Nullable EndToEndTimes reached(String node) {
        return nodes.ages().get(node);
    }

    /** The lane's most frequent keys lately. */
    public HotKeys.Sample hotKeys(long nowNs) {
        HotKeys keys = hotKeys;
        return keys == null ? HotKeys.NOTHING : keys.take(nowNs);
    }

    static long sum(AtomicLongArray counters) {
        long sum = 0;
        for (int i = 0; i < counters.length(); i++) {
            sum += counters.get(i);
        }
        return sum;
    }
}
