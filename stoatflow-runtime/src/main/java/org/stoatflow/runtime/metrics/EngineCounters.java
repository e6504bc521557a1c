package org.stoatflow.runtime.metrics;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.counters.DropCounters;
import org.stoatflow.kernel.counters.EndToEndTimes;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.counters.SinkCounters;
import org.stoatflow.kernel.epoch.StallDetector;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.runtime.sink.CommitEvent;
import org.stoatflow.runtime.source.SourceCounters;
import org.stoatflow.spi.SourceProgress;
import org.stoatflow.streams.processor.TaskId;

/**
 * The numbers that are known of an application, over all of its runs. Meters and metrics read them when somebody asks
 * for them.
 *
 * <p>Threads: the dispatcher's sets the plan, the run and the restore to read; the committer's counts; any thread
 * reads, a moment late.
 *
 * <p>Shared. Written by: dispatcher (what to look at), committer (counts). Read by: metrics. Safe: volatile references,
 * adders, concurrent map. Proof: SharedFieldsTest.
 */
final class EngineCounters implements SourceProgress {
    private final Map<TaskId, LongAdder> refusedOfTask = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();
    private final EventCounts<EngineEvent> engineEvents = new EventCounts<>(EngineEvent.class);
    private final EventCounts<CommitEvent> commitEvents = new EventCounts<>(CommitEvent.class);
    private final StateCounters state = new StateCounters();
    private final TaskCounts tasks = new TaskCounts(new LongAdder(), new LongAdder());
    private volatile List<LaneCounters> lanes = List.of(); // of the run, or of the last one
    private volatile SourceCounters sources = new SourceCounters();
    private volatile @Nullable MeasuredRun running;
    private volatile @Nullable RestoreProgress restore;
    private volatile @Nullable WaitedFor waitedFor;
    private volatile DropCounters globals = DropCounters.ofOne(); // counts nothing without global stores

    /**
     * The lane that was the last to leave an epoch, the entry that it had worked for, and how long the epoch waited for
     * it.
     */
    record WaitedFor(long epoch, int stage, int lane, String entry, long ns) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "epoch %d: stage %d lane %d, entry %s, for %.1f ms",
                    epoch,
                    stage,
                    lane,
                    entry,
                    ns / 1e6);
        }
    }

    /** How many tasks have begun, and ended. */
    private record TaskCounts(LongAdder created, LongAdder closed) {}

    // ---- the dispatcher's thread

    void sources(SourceCounters newSources) {
        sources = newSources;
    }

    void onRun(MeasuredRun run, long begun) {
        lanes = run.lanes().stream().map(Lane::counters).toList();
        running = run;
        tasks.created().add(begun);
    }

    /** Takes in a new plan. The counters of the lanes before end, since the new lanes have other virtual partitions. */
    void onPlan(SourceCounters newSources) {
        lanes = List.of();
        sources(newSources);
    }

    void onRunEnd(long ended) {
        if (running != null) {
            tasks.closed().add(ended);
        }
        running = null;
    }

    void onGlobals(DropCounters drops) {
        globals = drops;
    }

    void onRestore(RestoreProgress progress) {
        restore = progress;
    }

    void onEvent(EngineEvent event) {
        engineEvents.add(event);
    }

    // ---- the committer's thread

    void onEvent(CommitEvent event) {
        commitEvents.add(event);
    }

    void onRefused(TaskId task) {
        refused.increment();
        refusedOfTask.computeIfAbsent(task, any -> new LongAdder()).increment();
    }

    void waitedFor(WaitedFor what) {
        waitedFor = what;
    }

    // ---- any thread

    /** The present run, or null. */
    @Nullable
    MeasuredRun running() {
        return running;
    }

    /** A value of the present run; {@code otherwise} where there is none. */
    double ofRun(ToDoubleFunction<MeasuredRun> value, double otherwise) {
        MeasuredRun now = running;
        return now == null ? otherwise : value.applyAsDouble(now);
    }

    StateCounters state() {
        return state;
    }

    SourceCounters sources() {
        return sources;
    }

    long sum(ToLongFunction<LaneCounters> value) {
        return lanes.stream().mapToLong(value).sum();
    }

    long sum(Stage stage, ToLongFunction<LaneCounters> value) {
        return lanesOf(stage).stream().mapToLong(value).sum();
    }

    /** A value of a lane; zero where there is no such lane yet. */
    long ofLane(int lane, ToLongFunction<LaneCounters> value) {
        List<LaneCounters> now = lanes;
        return lane < now.size() ? value.applyAsLong(now.get(lane)) : 0;
    }

    private List<LaneCounters> lanesOf(Stage stage) {
        List<LaneCounters> now = lanes;
        return now.size() < stage.firstLane() + stage.lanes()
                ? List.of()
                : now.subList(stage.firstLane(), stage.firstLane() + stage.lanes());
    }

    /** The sum over the lanes that serve a virtual partition: one lane, or in a stage by key all of its lanes. */
    long sum(Stage stage, int partition, ToLongFunction<LaneCounters> value) {
        return stage.isByKey() ? sum(stage, value) : ofLane(stage.laneOf(null, partition), value);
    }

    long processed(Stage stage, int partition) {
        return sum(stage, partition, lane -> lane.records(partition));
    }

    long processed(Stage stage, int partition, int entry) {
        return sum(stage, partition, lane -> lane.records(entry, partition));
    }

    long dropped(Stage stage, int partition) {
        LongAdder notSent = refusedOfTask.get(new TaskId(stage.id(), partition));
        return sum(stage, partition, lane -> lane.dropped(partition)) + (notSent == null ? 0 : notSent.sum());
    }

    /** By how much records of a virtual partition were late, all together, in ms. */
    long lateMs(Stage stage, int partition) {
        return sum(stage, partition, lane -> lane.lateMs(partition));
    }

    /** By how much the latest of them was late, in ms, since the last call: one caller. */
    long takeMostLateMs(Stage stage, int partition) {
        return serving(stage, partition).stream()
                .mapToLong(lane -> lane.takeMostLateMs(partition))
                .max()
                .orElse(0);
    }

    long produced(Stage stage, int partition, String node, ToLongFunction<SinkCounters> value) {
        return sum(stage, partition, lane -> {
            SinkCounters sink = lane.produced(node);
            return sink == null ? 0 : value.applyAsLong(sink);
        });
    }

    long dropped(ErrorDrop reason) {
        return sum(lane -> lane.dropped(reason)) + globals.of(reason) + notSent(reason);
    }

    /** What no lane has counted, since the committer was told of it. */
    private long notSent(ErrorDrop reason) {
        return switch (reason) {
            case REFUSED -> refused.sum();
            case DEAD_LETTER -> commitEvents.of(CommitEvent.LETTER_LOST);
            case UNREADABLE, NO_TIMESTAMP, PROCESSING, UNSERIALIZABLE, NO_PARTITION -> 0;
        };
    }

    long dropped(DropReason reason) {
        return sum(lane -> lane.dropped(reason)) + globals.of(reason);
    }

    /** Records of the topics of global stores that were dropped. */
    long droppedOfGlobals() {
        return globals.total();
    }

    /** How many batches wait in lanes of the stage. */
    long queued(Stage stage) {
        return (long) ofRun(
                run -> run.lanes().subList(stage.firstLane(), stage.firstLane() + stage.lanes()).stream()
                        .mapToInt(lane -> lane.inbox().depth())
                        .sum(),
                0);
    }

    long queued(int lane) {
        return (long) ofRun(run -> run.lanes().get(lane).inbox().depth(), 0);
    }

    /** How many lanes of the stage are in a batch. */
    long busyLanes(Stage stage) {
        return (long) ofRun(
                run -> lanesOf(stage).stream()
                        .filter(lane -> lane.busySinceNs() != LaneCounters.IDLE)
                        .count(),
                0);
    }

    /** For how long the lane of the stage that is longest in its batch has been in it, in seconds. */
    double oldestBatchSeconds(Stage stage) {
        return ofRun(
                run -> {
                    long nowNs = run.clock().nanos();
                    return lanesOf(stage).stream()
                            .mapToLong(LaneCounters::busySinceNs)
                            .filter(since -> since != LaneCounters.IDLE)
                            .mapToDouble(since -> (nowNs - since) / 1e9)
                            .max()
                            .orElse(0);
                },
                0);
    }

    /** What the state lacks for a run, by the last restore that has begun; null before the first. */
    @Nullable
    RestoreProgress restore() {
        return restore;
    }

    /** How long ago the oldest epoch that is cut and not applied was cut, in seconds. */
    double oldestEpochSeconds() {
        return ofRun(
                run -> {
                    long since = run.stalls().oldestSinceNs();
                    return since == StallDetector.NONE ? 0 : (run.clock().nanos() - since) / 1e9;
                },
                0);
    }

    @Override
    public long polled(TopicPartition partition) {
        SourceCounters.PartitionCounters known = sources.partitions().get(partition);
        return known == null ? UNKNOWN : known.polled();
    }

    @Override
    public long committed(TopicPartition partition) {
        MeasuredRun now = running;
        return now == null ? UNKNOWN : now.applied().next(partition).orElse(UNKNOWN);
    }

    long lag(TopicPartition partition) {
        return sources.of(partition).lag();
    }

    /** How many offsets of a store the restore has not read yet. */
    long restoreRemaining(String store) {
        return ofRestore(store, progress -> Math.max(0, progress.offsets() - progress.offsetsDone()));
    }

    /** How many records the restore has applied. */
    long restored(String store) {
        return ofRestore(store, RestoreProgress.OfStore::records);
    }

    private long ofRestore(String store, ToLongFunction<RestoreProgress.OfStore> value) {
        RestoreProgress now = restore;
        return now == null
                ? 0
                : now.snapshot().stream()
                        .filter(progress -> progress.store().equals(store))
                        .mapToLong(value)
                        .sum();
    }

    long count(EngineEvent event) {
        return engineEvents.of(event);
    }

    long count(CommitEvent event) {
        return commitEvents.of(event);
    }

    /** How old records were at a node of a virtual partition, with the extremes since the last call: one caller. */
    EndToEndTimes.Age takeAge(Stage stage, int partition, String node) {
        EndToEndTimes.Age all = EndToEndTimes.Age.NONE;
        for (LaneCounters lane : serving(stage, partition)) {
            EndToEndTimes ages = lane.reached(node);
            if (ages != null) {
                all = all.and(ages.take(partition));
            }
        }
        return all;
    }

    /** The lanes that serve a virtual partition. */
    private List<LaneCounters> serving(Stage stage, int partition) {
        if (stage.isByKey()) {
            return lanesOf(stage);
        }
        List<LaneCounters> now = lanes;
        int lane = stage.laneOf(null, partition);
        return lane < now.size() ? List.of(now.get(lane)) : List.of();
    }

    long tasksCreated() {
        return tasks.created().sum();
    }

    long tasksClosed() {
        return tasks.closed().sum();
    }

    /** Describes what the epoch that was applied last waited for after its cut. */
    String waitedFor() {
        WaitedFor last = waitedFor;
        return last == null ? "nothing yet" : last.toString();
    }
}
