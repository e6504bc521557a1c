package org.stoatflow.runtime.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.epoch.StallDetector;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.runtime.source.SourceCounters;
import org.stoatflow.status.ApplicationStatus;

/** Takes the status from what the meters read, too. Any thread; nothing waits for it. */
final class StatusSource {
    private static final int LANES_SHOWN = 10;
    private static final double NS_PER_SECOND = 1e9;

    private final EngineCounters counters;
    private final LatestEvents events;

    StatusSource(EngineCounters counters, LatestEvents events) {
        this.counters = counters;
        this.events = events;
    }

    ApplicationStatus.Epochs epochs() {
        MeasuredRun run = counters.running();
        if (run == null) {
            return new ApplicationStatus.Epochs(0, null, null, events.lastCommit(), 0, counters.waitedFor());
        }
        long since = run.stalls().oldestSinceNs();
        return new ApplicationStatus.Epochs(
                run.dispatcher().epochNumber(),
                Duration.ofNanos(run.cadence().intervalNs()),
                since == StallDetector.NONE ? null : sinceNs(run, since),
                events.lastCommit(),
                run.budget().bytes(),
                counters.waitedFor());
    }

    private static Duration sinceNs(MeasuredRun run, long since) {
        return Duration.ofNanos(Math.max(0, run.clock().nanos() - since)); // it may have begun a moment ago
    }

    /** The stages of the present run, so that lanes and stages are of one plan; else those of the plan. */
    List<ApplicationStatus.Stage> stages(@Nullable Plan plan) {
        MeasuredRun run = counters.running();
        if (run != null) {
            Map<Integer, List<Lane>> lanes = run.lanes().stream()
                    .collect(Collectors.groupingBy(lane -> lane.stage().id()));
            return new TreeMap<>(lanes)
                    .values().stream()
                            .map(ofStage -> stage(ofStage.getFirst().stage(), ofStage, run))
                            .toList();
        }
        return plan == null
                ? List.of()
                : plan.stages().stream()
                        .filter(stage -> !stage.nodes().isEmpty())
                        .map(this::idle)
                        .toList();
    }

    private ApplicationStatus.Stage idle(Stage stage) {
        long records = counters.sum(stage, LaneCounters::records);
        return new ApplicationStatus.Stage(
                stage.id(),
                stage.lanes(),
                new ApplicationStatus.Work(records, 0, 0, 0, Duration.ZERO),
                List.of(),
                List.of());
    }

    private static ApplicationStatus.Stage stage(Stage stage, List<Lane> lanes, MeasuredRun run) {
        List<Seen> seen = lanes.stream().map(lane -> Seen.of(lane, run)).toList();
        return new ApplicationStatus.Stage(
                stage.id(),
                stage.lanes(),
                new ApplicationStatus.Work(
                        lanes.stream()
                                .mapToLong(lane -> lane.counters().records())
                                .sum(),
                        seen.stream().mapToLong(Seen::queued).sum(),
                        seen.stream().filter(lane -> lane.busy() != null).count(),
                        seen.stream().mapToLong(Seen::held).sum(),
                        seen.stream()
                                .map(Seen::atWork)
                                .max(Comparator.naturalOrder())
                                .orElse(Duration.ZERO)),
                seen.stream()
                        .filter(Seen::isShown)
                        .sorted(Seen.LONGEST_FIRST)
                        .limit(LANES_SHOWN)
                        .map(Seen::shown)
                        .toList(),
                HotKeyList.of(run, stage).keys());
    }

    /** A lane, looked at once, so that the order is of what is shown. */
    private record Seen(Lane lane, @Nullable Duration busy, int queued, long held) {
        boolean isShown() {
            return busy != null || queued > 0 || held > 0;
        }

        static final Comparator<Seen> LONGEST_FIRST = Comparator.comparing(Seen::atWork)
                .thenComparingInt(Seen::queued)
                .thenComparingLong(Seen::held)
                .reversed();

        static Seen of(Lane lane, MeasuredRun run) {
            long since = lane.counters().busySinceNs();
            return new Seen(
                    lane,
                    since == LaneCounters.IDLE ? null : sinceNs(run, since),
                    lane.inbox().depth(),
                    lane.counters().held());
        }

        Duration atWork() {
            return busy == null ? Duration.ZERO : busy;
        }

        ApplicationStatus.Lane shown() {
            return new ApplicationStatus.Lane(
                    lane.name(), queued, held, busy, lane.activity().work());
        }
    }

    List<ApplicationStatus.Source> sources() {
        MeasuredRun run = counters.running();
        return counters.sources().partitions().entrySet().stream()
                .sorted(Map.Entry.comparingByKey(
                        Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition)))
                .map(of -> source(of.getKey(), of.getValue(), run))
                .toList();
    }

    private static ApplicationStatus.Source source(
            TopicPartition partition, SourceCounters.PartitionCounters read, @Nullable MeasuredRun run) {
        long streamTimeMs = run == null ? -1 : run.times().committed(partition);
        return new ApplicationStatus.Source(
                partition.topic(),
                partition.partition(),
                read.lag(),
                read.records(),
                streamTimeMs < 0 ? null : Instant.ofEpochMilli(streamTimeMs));
    }

    /** What is restored, or followed, in this phase. */
    ApplicationStatus.@Nullable Restore restore(ApplicationStatus.Phase phase) {
        RestoreProgress following = events.following();
        if (following != null) {
            return restore(following, true, phase.lasts());
        }
        RestoreProgress restoring = counters.restore();
        return restoring == null || phase.readiness() != ApplicationStatus.Readiness.RESTORES
                ? null
                : restore(restoring, false, phase.lasts());
    }

    private static ApplicationStatus.Restore restore(RestoreProgress progress, boolean standby, Duration lasts) {
        List<RestoreProgress.OfStore> stores = progress.snapshot();
        long offsets =
                stores.stream().mapToLong(RestoreProgress.OfStore::offsets).sum();
        long done =
                stores.stream().mapToLong(RestoreProgress.OfStore::offsetsDone).sum();
        double perSecond = lasts.isZero() ? 0 : done / (TimeSpans.nanos(lasts) / NS_PER_SECOND);
        long remaining = Math.max(0, offsets - done);
        return new ApplicationStatus.Restore(
                standby,
                offsets,
                remaining,
                perSecond,
                standby || perSecond == 0 ? null : Duration.ofNanos((long) (remaining / perSecond * NS_PER_SECOND)),
                stores.stream()
                        .map(store -> new ApplicationStatus.Store(
                                store.store(),
                                store.partitions(),
                                store.partitionsDone(),
                                Math.max(0, store.offsets() - store.offsetsDone()),
                                store.records()))
                        .toList());
    }
}
