package org.stoatflow.runtime.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.counters.DropCounters;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochTimings;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanShape;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.runtime.sink.CommitEvent;
import org.stoatflow.runtime.sink.CommitListener;
import org.stoatflow.runtime.sink.CommitPhase;
import org.stoatflow.runtime.source.SourceCounters;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.SourceProgress;
import org.stoatflow.state.StateMetric;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationTopology;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.topology.LogicalTopology;

/**
 * Measures one application from its making to its end: in Micrometer, and under Kafka Streams' names in a registry of
 * Kafka's. Threads: see {@link MetricsListener}; {@link #metrics} and {@link #close} are for any thread.
 */
public final class EngineMetrics implements MetricsListener, CommitListener {
    private final EngineCounters counters = new EngineCounters();
    private final LatestEvents events = new LatestEvents();
    private final StatusSource statuses = new StatusSource(counters, events);
    private final MeterRegistries.Chosen registry;
    private final List<MicrometerMeters> meters; // of the user's registry, and of the service's if there is one
    private final OfferedMetrics offered;
    private final MirroredMetrics metrics;

    /**
     * Shared. Written by: dispatcher. Read by: metrics. Safe: volatile, one immutable object. Proof: SharedFieldsTest.
     */
    private volatile @Nullable Plan plan;

    private boolean closed; // guarded by this

    /**
     * @param served another registry for the meters; null for none
     * @throws org.apache.kafka.common.config.ConfigException if registry or reporters cannot be made
     */
    public EngineMetrics(
            String applicationId,
            StreamsConfig config,
            LogicalTopology topology,
            EngineListener listener,
            @Nullable MeterRegistry served) {
        registry = MeterRegistries.of(config);
        Tags tags = Tags.of("application", applicationId, "client.id", listener.clientId());
        int lanesMax = StoatflowConfig.METER_LANES_MAX.of(config);
        List<MeterRegistry> registries =
                served == null ? List.of(registry.registry()) : List.of(registry.registry(), served);
        meters = registries.stream()
                .map(each -> new MicrometerMeters(each, counters, tags, lanesMax))
                .toList();
        offered = new OfferedMetrics(new ClientIds(listener.clientId()));
        metrics = new MirroredMetrics(applicationId, config, topology, counters, listener, offered);
    }

    /** The metrics in Kafka's form. */
    public Map<MetricName, ? extends Metric> metrics() {
        return metrics.all();
    }

    /**
     * The application's status.
     *
     * @param stateBytes what the state folder has
     * @param lagAccepted up to which a standby is ready
     */
    public ApplicationStatus status(
            ApplicationStatus.Instance instance, ApplicationStatus.Phase phase, long stateBytes, long lagAccepted) {
        return new ApplicationStatus(
                instance,
                phase,
                statuses.epochs(),
                statuses.stages(plan),
                statuses.sources(),
                new ApplicationStatus.Stores(statuses.restore(phase), stateBytes, lagAccepted),
                events.failures());
    }

    /** The present plan, or the last one. */
    public Optional<ApplicationTopology> topology() {
        return Optional.ofNullable(plan).map(PlanShape::of);
    }

    /** Up to where the sources are read. */
    public SourceProgress sources() {
        return counters;
    }

    /** Removes all meters and metrics from their registries. */
    public synchronized void close() {
        if (!closed) {
            closed = true;
            meters.forEach(MicrometerMeters::close);
            metrics.close();
            if (registry.ours()) {
                registry.registry().close();
            }
        }
    }

    // ---- the dispatcher's thread

    @Override
    public synchronized void onPlan(Plan newPlan, SourceCounters sources) {
        if (!closed) {
            plan = newPlan;
            metrics.catchUp(); // before the counters of the old plan's lanes go
            counters.onPlan(sources);
            meters.forEach(each -> each.onPlan(newPlan));
            metrics.onPlan(newPlan, sources);
        }
    }

    @Override
    public synchronized void onRun(MeasuredRun run) {
        counters.onRun(run, tasks());
        if (!closed) {
            meters.forEach(MicrometerMeters::onRun);
        }
    }

    @Override
    public void onRunEnd() {
        counters.onRunEnd(tasks());
    }

    private long tasks() {
        Plan known = plan;
        return known == null
                ? 0
                : known.stages().stream().mapToInt(Stage::partitions).sum();
    }

    @Override
    public void onState(Supplier<Map<StateMetric, Double>> told) {
        counters.state().onState(told);
    }

    @Override
    public void onRestore(RestoreProgress progress) {
        counters.onRestore(progress);
    }

    @Override
    public void onFollowing(@Nullable RestoreProgress progress) {
        events.onFollowing(progress);
    }

    @Override
    public void onFailure(ApplicationStatus.Failure failure) {
        counters.onEvent(EngineEvent.FAILURE);
        events.onFailure(failure);
    }

    @Override
    public synchronized void onGlobals(DropCounters drops) {
        counters.onGlobals(drops);
        if (!closed) {
            metrics.onGlobals();
        }
    }

    @Override
    public void onConsumer(Consumer<?, ?> made) {
        offered.onConsumer(made);
    }

    @Override
    public void onGlobalConsumer(Consumer<?, ?> made) {
        offered.onGlobalConsumer(made);
    }

    /** The admin client is made: brokers may ask it for metrics. */
    public void onAdmin(Admin made) {
        offered.onAdmin(made);
    }

    @Override
    public void onEvent(EngineEvent event) {
        counters.onEvent(event);
    }

    @Override
    public void sample() {
        metrics.sample();
    }

    @Override
    public CommitListener commits() {
        return this;
    }

    @Override
    public StreamsMetrics sensors() {
        return metrics.sensors();
    }

    // ---- the committer's thread

    @Override
    public void onPhase(CommitPhase phase, long tookNs) {
        meters.forEach(each -> each.onPhase(phase, tookNs));
        metrics.onPhase(phase, tookNs);
    }

    @Override
    public void onEpoch(Epoch epoch) {
        EpochTimings of = epoch.timings();
        EpochTimings.Leaver last = of.last();
        Plan known = plan;
        Stage stage = known == null || last.lane() < 0 ? null : stageOf(known, last.lane());
        meters.forEach(each -> each.onEpoch(epoch, stage));
        if (known != null && stage != null) {
            counters.waitedFor(new EngineCounters.WaitedFor(
                    epoch.number(),
                    stage.id(),
                    last.lane() - stage.firstLane(),
                    last.entry() < 0
                            ? "none"
                            : known.entries().get(last.entry()).name(),
                    of.waitedNs()));
        }
    }

    private static Stage stageOf(Plan plan, int lane) {
        return plan.stages().stream()
                .filter(stage -> lane < stage.firstLane() + stage.lanes())
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void onCommitted(long tookNs, long bytes) {
        meters.forEach(each -> each.onCommitted(tookNs, bytes));
        metrics.onCommitted(tookNs);
        events.onCommitted(tookNs);
    }

    @Override
    public void onEvent(CommitEvent event) {
        counters.onEvent(event);
    }

    @Override
    public void onRefused(TaskId task) {
        counters.onRefused(task);
    }
}
