package org.stoatflow.runtime.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochTimings;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.runtime.sink.CommitEvent;
import org.stoatflow.runtime.sink.CommitPhase;
import org.stoatflow.state.StateMetric;

/**
 * The engine's meters in a registry of Micrometer. Meters of lanes and of the dispatcher read {@link EngineCounters}
 * when the registry asks. Meters of epochs and commits are recorded once for each epoch or commit.
 *
 * <p>Threads: the dispatcher's registers, the committer's records. Any thread reads through the registry.
 */
final class MicrometerMeters {
    private static final double NS_PER_SECOND = 1e9;

    private final MeterRegistry registry;
    private final EngineCounters counters;
    private final Tags application;
    private final int lanesMax;
    private final List<Meter> always = new ArrayList<>();
    private final List<Meter> ofPlan = new ArrayList<>();
    private final Map<CommitPhase, Timer> phases = new EnumMap<>(CommitPhase.class);
    private final EpochMeters epochs;

    /**
     * Shared. Written by: dispatcher, with the plan. Read by: metrics, committer. Safe: volatile, one immutable list.
     * Proof: SharedFieldsTest.
     */
    private volatile List<Timer> waits = List.of(); // by stage

    private long lastCutNs = EpochTimings.NEVER; // the committer's

    /** The meters that are recorded once for each epoch and each commit. */
    private record EpochMeters(
            Timer length, DistributionSummary records, Timer commits, DistributionSummary commitBytes) {}

    /**
     * @param application the tags of all meters, which no other instance has: a registry has one of a name and tags
     * @param lanesMax the greatest number of lanes of the application for which each lane has its meters
     */
    MicrometerMeters(MeterRegistry registry, EngineCounters counters, Tags application, int lanesMax) {
        this.registry = registry;
        this.counters = counters;
        this.application = application;
        this.lanesMax = lanesMax;
        for (CommitPhase phase : CommitPhase.values()) {
            phases.put(phase, timer(always, EngineMeter.COMMIT_PHASE, tag("phase", name(phase))));
        }
        epochs = new EpochMeters(
                timer(always, EngineMeter.EPOCH_LENGTH, application),
                summary(EngineMeter.EPOCH_RECORDS),
                timer(always, EngineMeter.COMMIT, application),
                summary(EngineMeter.COMMIT_BYTES));
        addOfApplication();
        addOfState();
        addDrops();
    }

    private void addOfApplication() {
        gauge(
                always,
                EngineMeter.EPOCH_INTERVAL,
                application,
                all -> all.ofRun(run -> run.cadence().intervalNs() / NS_PER_SECOND, Double.NaN));
        gauge(always, EngineMeter.EPOCH_OLDEST, application, EngineCounters::oldestEpochSeconds);
        counter(always, EngineMeter.COMMIT_ABORTS, application, all -> all.count(CommitEvent.ABORTED));
        counter(always, EngineMeter.EPOCHS_BROKEN, application, all -> all.count(EngineEvent.EPOCH_BROKEN));
        counter(always, EngineMeter.EPOCHS_STUCK, application, all -> all.count(EngineEvent.EPOCH_STUCK));
        counter(always, EngineMeter.FAILURES, application, all -> all.count(EngineEvent.FAILURE));
        counter(always, EngineMeter.RESTARTS, application, all -> all.count(EngineEvent.RESTART));
        gauge(
                always,
                EngineMeter.IN_FLIGHT_BYTES,
                application,
                all -> all.ofRun(run -> run.budget().bytes(), 0));
        counter(always, EngineMeter.HELD_BACK, application, all -> all.sources().heldBackNs() / NS_PER_SECOND);
        gauge(
                always,
                EngineMeter.PAUSED_PARTITIONS,
                application,
                all -> all.ofRun(run -> all.sources().pausedPartitions(), 0));
    }

    private void addOfState() {
        gauge(EngineMeter.STATE_DISK, StateMetric.FILE_BYTES);
        gauge(EngineMeter.STATE_WRITE_BUFFERS, StateMetric.BUFFER_BYTES_PINNED);
        gauge(EngineMeter.STATE_BLOCK_CACHE, StateMetric.CACHE_BYTES);
        gauge(EngineMeter.STATE_WRITES_STOPPED, StateMetric.WRITES_STOPPED);
        gauge(EngineMeter.STATE_COMPACTION_PENDING, StateMetric.COMPACTION_BYTES_PENDING);
        counter(EngineMeter.STATE_WRITE_STALLS, StateMetric.WRITE_STALLS);
        counter(EngineMeter.STATE_COMPACTION, StateMetric.COMPACTION_SECONDS);
        counter(EngineMeter.STATE_COMPACTION_WRITTEN, StateMetric.COMPACTION_BYTES);
    }

    private void gauge(EngineMeter meter, StateMetric metric) {
        gauge(always, meter, application, all -> all.state().of(metric));
    }

    private void counter(EngineMeter meter, StateMetric metric) {
        counter(always, meter, application, all -> all.state().of(metric));
    }

    private void addDrops() {
        for (ErrorDrop reason : ErrorDrop.values()) {
            counter(always, EngineMeter.RECORDS_DROPPED, tag("reason", name(reason)), all -> all.dropped(reason));
        }
        for (DropReason reason : DropReason.values()) {
            counter(always, EngineMeter.RECORDS_DROPPED, tag("reason", name(reason)), all -> all.dropped(reason));
        }
    }

    /** Replaces the meters of the plan before by those of this plan. */
    void onPlan(Plan plan) {
        remove(ofPlan);
        List<Timer> waitsOfStages = new ArrayList<>();
        boolean eachLane = plan.lanes() <= lanesMax;
        for (Stage stage : plan.stages()) {
            Tags tags = tag("stage", Integer.toString(stage.id()));
            waitsOfStages.add(timer(ofPlan, EngineMeter.EPOCH_WAIT, tags));
            addStage(stage, tags);
            if (eachLane) {
                for (int lane = 0; lane < stage.lanes(); lane++) {
                    addLane(stage.firstLane() + lane, tags.and("lane", Integer.toString(lane)));
                }
            }
        }
        waits = List.copyOf(waitsOfStages);
        for (StorePlan store : plan.stores()) {
            Tags tags = tag("store", store.name());
            gauge(ofPlan, EngineMeter.RESTORE_REMAINING, tags, all -> all.restoreRemaining(store.name()));
            gauge(ofPlan, EngineMeter.RESTORE_RECORDS, tags, all -> all.restored(store.name()));
        }
    }

    private void addStage(Stage stage, Tags tags) {
        counter(ofPlan, EngineMeter.STAGE_RECORDS, tags, all -> all.sum(stage, LaneCounters::records));
        counter(ofPlan, EngineMeter.STAGE_BATCHES, tags, all -> all.sum(stage, LaneCounters::batches));
        counter(ofPlan, EngineMeter.STAGE_BUSY, tags, all -> all.sum(stage, LaneCounters::busyNs) / NS_PER_SECOND);
        gauge(ofPlan, EngineMeter.STAGE_QUEUE, tags, all -> all.queued(stage));
        gauge(ofPlan, EngineMeter.STAGE_BUSY_LANES, tags, all -> all.busyLanes(stage));
        gauge(ofPlan, EngineMeter.STAGE_OLDEST_BATCH, tags, all -> all.oldestBatchSeconds(stage));
        counter(ofPlan, EngineMeter.STAGE_RETRIES, tags, all -> all.sum(stage, LaneCounters::retries));
        gauge(ofPlan, EngineMeter.STAGE_HELD, tags, all -> all.sum(stage, LaneCounters::held));
        counter(ofPlan, EngineMeter.STAGE_PUNCTUATIONS, tags, all -> all.sum(stage, LaneCounters::punctuations));
        gauge(
                ofPlan,
                EngineMeter.STAGE_HOT_KEY,
                tags,
                all -> all.ofRun(run -> HotKeyList.of(run, stage).greatestShare(), 0));
    }

    private void addLane(int lane, Tags tags) {
        counter(ofPlan, EngineMeter.LANE_RECORDS, tags, all -> all.ofLane(lane, LaneCounters::records));
        counter(ofPlan, EngineMeter.LANE_BUSY, tags, all -> all.ofLane(lane, LaneCounters::busyNs) / NS_PER_SECOND);
        gauge(ofPlan, EngineMeter.LANE_QUEUE, tags, all -> all.queued(lane));
    }

    /** Adds the meters of source partitions, which are known once a run begins. */
    void onRun() {
        counters.sources().partitions().keySet().forEach(partition -> {
            Tags tags =
                    application.and("topic", partition.topic(), "partition", Integer.toString(partition.partition()));
            if (registry.find(EngineMeter.SOURCE_LAG.id()).tags(tags).meter() == null) {
                gauge(ofPlan, EngineMeter.SOURCE_LAG, tags, all -> all.lag(partition));
            }
        });
    }

    // ---- the committer's thread

    void onPhase(CommitPhase phase, long tookNs) {
        Timer timer = phases.get(phase);
        if (timer != null) {
            timer.record(tookNs, TimeUnit.NANOSECONDS);
        }
    }

    /** @param stage the stage of the lane that left last, or null if no lane had work in the epoch */
    void onEpoch(Epoch epoch, @Nullable Stage stage) {
        EpochTimings of = epoch.timings();
        epochs.records().record((double) of.records());
        if (stage != null) {
            waits.get(stage.id()).record(of.waitedNs(), TimeUnit.NANOSECONDS);
        }
        long cutNs = of.cutNs();
        if (lastCutNs != EpochTimings.NEVER && cutNs - lastCutNs > 0) {
            epochs.length().record(cutNs - lastCutNs, TimeUnit.NANOSECONDS);
        }
        lastCutNs = cutNs;
    }

    void onCommitted(long tookNs, long bytes) {
        epochs.commits().record(tookNs, TimeUnit.NANOSECONDS);
        epochs.commitBytes().record((double) bytes);
    }

    // ---- registering

    /** Removes all meters. */
    void close() {
        remove(ofPlan);
        remove(always);
    }

    private void remove(List<Meter> meters) {
        meters.forEach(registry::remove);
        meters.clear();
    }

    private void counter(List<Meter> into, EngineMeter meter, Tags tags, ToDoubleFunction<EngineCounters> value) {
        into.add(FunctionCounter.builder(meter.id(), counters, value)
                .tags(tags)
                .baseUnit(meter.unit())
                .register(registry));
    }

    private void gauge(List<Meter> into, EngineMeter meter, Tags tags, ToDoubleFunction<EngineCounters> value) {
        into.add(Gauge.builder(meter.id(), counters, value)
                .tags(tags)
                .baseUnit(meter.unit())
                .register(registry));
    }

    private Timer timer(List<Meter> into, EngineMeter meter, Tags tags) {
        Timer timer = Timer.builder(meter.id()).tags(tags).register(registry);
        into.add(timer);
        return timer;
    }

    private DistributionSummary summary(EngineMeter meter) {
        DistributionSummary summary = DistributionSummary.builder(meter.id())
                .tags(application)
                .baseUnit(meter.unit())
                .register(registry);
        always.add(summary);
        return summary;
    }

    private Tags tag(String key, String value) {
        return application.and(key, value);
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
