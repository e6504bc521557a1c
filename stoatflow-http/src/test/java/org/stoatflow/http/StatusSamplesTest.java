package org.stoatflow.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.status.ApplicationStatus;

class StatusSamplesTest {
    @TempDir
    private Path folder;

    private static Map<String, Double> samples(ApplicationStatus status, @Nullable Path stateFolder) {
        Map<String, Double> samples = new TreeMap<>();
        new StatusSamples(() -> status, stateFolder).collect().stream().forEach(snapshot -> {
            for (GaugeDataPointSnapshot point : ((GaugeSnapshot) snapshot).getDataPoints()) {
                assertEquals("orders", point.getLabels().get("application"));
                assertEquals("orders-1", point.getLabels().get("client_id"));
                String readiness = point.getLabels().get("readiness");
                samples.put(
                        snapshot.getMetadata().getName() + (readiness == null ? "" : " " + readiness),
                        point.getValue());
            }
        });
        return samples;
    }

    private static ApplicationStatus restoring(boolean standby, long remaining, double perSecond) {
        return Statuses.of(
                "REBALANCING",
                "RESTORING",
                new ApplicationStatus.Restore(standby, 100, remaining, perSecond, null, List.of()));
    }

    @Test
    void shouldShowWhatAnApplicationThatWorksIsDoing() {
        assertEquals(
                Map.of(
                        "stoatflow_ready", 1.0,
                        "stoatflow_brokers_answer", 1.0,
                        "stoatflow_readiness WORKS", 1.0,
                        "stoatflow_readiness STANDS_BY", 0.0,
                        "stoatflow_readiness RESTORES", 0.0,
                        "stoatflow_readiness WAITS", 0.0,
                        "stoatflow_readiness ENDED", 0.0,
                        "stoatflow_restore_left_seconds", 0.0,
                        "stoatflow_state_bytes", 4_096.0),
                samples(Statuses.of("RUNNING", "RUNNING"), null));
    }

    @Test
    void shouldShowHowLongARestoreGoesOn() {
        Map<String, Double> restoring = samples(restoring(false, 40, 20), null);
        assertEquals(2.0, restoring.get("stoatflow_restore_left_seconds"));
        assertEquals(1.0, restoring.get("stoatflow_readiness RESTORES"));
        assertEquals(0.0, restoring.get("stoatflow_ready"));
        assertEquals(
                Double.POSITIVE_INFINITY, samples(restoring(false, 40, 0), null).get("stoatflow_restore_left_seconds"));
        assertEquals(0.0, samples(restoring(false, 0, 0), null).get("stoatflow_restore_left_seconds"));
        assertEquals(0.0, samples(restoring(true, 40, 0), null).get("stoatflow_restore_left_seconds"));
    }

    @Test
    void shouldShowTheDiskOfAFolderThatNobodyHasMadeYet() {
        Map<String, Double> samples =
                samples(Statuses.of("RUNNING", "RUNNING"), folder.resolve("not").resolve("yet"));
        assertEquals(
                folder.toFile().getTotalSpace(),
                samples.get("stoatflow_disk_size_bytes").longValue());
        assertTrue(samples.get("stoatflow_disk_free_bytes") > 0, samples::toString);
    }
}
