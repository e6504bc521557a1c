package org.stoatflow.http;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationStatus.Readiness;

/** What alerts ask and no meter has: of the status at the scrape, and of the disk with the state. Any thread. */
final class StatusSamples implements MultiCollector {
    private final Supplier<ApplicationStatus> status;
    private final @Nullable DiskSpace disk;

    /** @param stateFolder where the state is, or will be; null where the settings do not say */
    StatusSamples(Supplier<ApplicationStatus> status, @Nullable Path stateFolder) {
        this.status = status;
        this.disk = stateFolder == null ? null : new DiskSpace(stateFolder);
    }

    @Override
    public MetricSnapshots collect() {
        ApplicationStatus now = status.get();
        Labels of = Labels.of(
                "application", now.instance().applicationId(),
                "client_id", now.instance().clientId());
        List<MetricSnapshot> shown = new ArrayList<>();
        shown.add(gauge("stoatflow_ready", "1 while /health/ready says so", of, number(now.isReady())));
        shown.add(gauge(
                "stoatflow_brokers_answer",
                "1 while brokers answer, or were not asked yet",
                of,
                number(now.phase().answered())));
        shown.add(readiness(now, of));
        shown.add(gauge(
                "stoatflow_restore_left_seconds",
                "How long the restore goes on at its rate until now; 0 without one, +Inf while nothing is read",
                of,
                left(now.stores().restore())));
        shown.add(gauge("stoatflow_state_bytes", "What the state has on disk", of, (double)
                now.stores().bytes()));
        if (disk != null) {
            shown.add(
                    gauge("stoatflow_disk_free_bytes", "Free on the disk of the state", of, (double) disk.freeBytes()));
            shown.add(
                    gauge("stoatflow_disk_size_bytes", "Size of the disk of the state", of, (double) disk.sizeBytes()));
        }
        return new MetricSnapshots(shown);
    }

    private static double number(boolean flag) {
        return flag ? 1 : 0;
    }

    private static double left(ApplicationStatus.@Nullable Restore restore) {
        if (restore == null || restore.standby() || restore.remaining() == 0) {
            return 0;
        }
        return restore.perSecond() > 0 ? restore.remaining() / restore.perSecond() : Double.POSITIVE_INFINITY;
    }

    private static MetricSnapshot readiness(ApplicationStatus now, Labels of) {
        return new GaugeSnapshot(
                new MetricMetadata("stoatflow_readiness", "1 for what the phase means to others"),
                Arrays.stream(Readiness.values())
                        .map(each -> new GaugeDataPointSnapshot(
                                number(now.phase().readiness() == each), of.add("readiness", each.name()), null))
                        .toList());
    }

    private static MetricSnapshot gauge(String name, String help, Labels labels, double value) {
        return new GaugeSnapshot(
                new MetricMetadata(name, help), List.of(new GaugeDataPointSnapshot(value, labels, null)));
    }
}
