package org.stoatflow.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.stoatflow.status.ApplicationStatus.Readiness.RESTORES;
import static org.stoatflow.status.ApplicationStatus.Readiness.STANDS_BY;
import static org.stoatflow.status.ApplicationStatus.Readiness.WAITS;
import static org.stoatflow.status.ApplicationStatus.Readiness.WORKS;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.status.ApplicationStatus;

class StatusSourceTest {
    private final MetricsRig rig = new MetricsRig("client", new SimpleMeterRegistry());

    @AfterEach
    void close() {
        rig.close();
    }

    private ApplicationStatus in(ApplicationStatus.Readiness readiness) {
        return rig.metrics.status(
                new ApplicationStatus.Instance("app", "client"),
                new ApplicationStatus.Phase(
                        "REBALANCING", "SOME", readiness, "why", Duration.ofSeconds(2), false, true),
                7,
                10);
    }

    @Test
    void shouldShowThePlanWithoutARun() {
        ApplicationStatus status = in(WAITS);
        assertEquals(1, status.stages().size());
        assertEquals(List.of(), status.stages().getFirst().busiest());
        assertNull(status.epochs().interval());
        assertNull(status.epochs().oldest());
        rig.read(1);
        assertEquals("in", in(WAITS).sources().getFirst().topic());
        assertNull(in(WAITS).sources().getFirst().streamTime());
        assertEquals(
                List.of("in"),
                rig.metrics
                        .topology()
                        .orElseThrow()
                        .stages()
                        .getFirst()
                        .nodes()
                        .getFirst()
                        .topics());
    }

    @Test
    void shouldKeepTheLastFailures() {
        for (int i = 0; i < 7; i++) {
            rig.metrics.onFailure(new ApplicationStatus.Failure(Instant.ofEpochSecond(i), "RUNNING", "failure " + i));
        }
        assertEquals(
                List.of("failure 2", "failure 3", "failure 4", "failure 5", "failure 6"),
                in(WAITS).failures().stream()
                        .map(ApplicationStatus.Failure::text)
                        .toList());
    }

    /** A restore is shown while it goes on, and what a standby follows for as long as it follows. */
    @Test
    void shouldShowOneRestoreAtATime() {
        assertNull(in(RESTORES).stores().restore());
        RestoreProgress progress = new RestoreProgress(List.of());
        rig.metrics.onRestore(progress);
        assertNotNull(in(RESTORES).stores().restore());
        assertNull(in(RESTORES).stores().restore().left(), "nothing is read yet");
        assertNull(in(WORKS).stores().restore());
        rig.metrics.onFollowing(progress);
        assertEquals(true, in(STANDS_BY).stores().restore().standby());
        rig.metrics.onFollowing(null);
        assertNull(in(STANDS_BY).stores().restore());
    }
}
