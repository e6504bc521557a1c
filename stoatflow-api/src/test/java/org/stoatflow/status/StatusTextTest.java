package org.stoatflow.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.status.ApplicationStatus.Readiness.ENDED;
import static org.stoatflow.status.ApplicationStatus.Readiness.RESTORES;
import static org.stoatflow.status.ApplicationStatus.Readiness.STANDS_BY;
import static org.stoatflow.status.ApplicationStatus.Readiness.WAITS;
import static org.stoatflow.status.ApplicationStatus.Readiness.WORKS;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.KafkaStreams;

class StatusTextTest {
    private static final ApplicationStatus.Restore FAR =
            new ApplicationStatus.Restore(true, 1_000, 101, 5, null, List.of());
    private static final ApplicationStatus.Restore NEAR =
            new ApplicationStatus.Restore(true, 1_000, 100, 5, null, List.of());

    private static ApplicationStatus status(
            String state,
            String phase,
            ApplicationStatus.Readiness readiness,
            boolean answered,
            ApplicationStatus.Restore restore) {
        return new ApplicationStatus(
                new ApplicationStatus.Instance("orders", "orders-1"),
                new ApplicationStatus.Phase(
                        state, phase, readiness, "for a reason", Duration.ofMillis(250), false, answered),
                new ApplicationStatus.Epochs(
                        812, Duration.ofMillis(20), Duration.ofSeconds(200), null, 9, "nothing yet"),
                List.of(),
                List.of(
                        new ApplicationStatus.Source("in", 0, 2, 10, null),
                        new ApplicationStatus.Source("in", 1, 5, 10, Instant.EPOCH)),
                new ApplicationStatus.Stores(restore, 77, 100),
                List.of(new ApplicationStatus.Failure(Instant.EPOCH, "RUNNING", "it broke")));
    }

    @Test
    void shouldNotKnowALagBeforeAnOffsetWasRead() {
        ApplicationStatus read = status("REBALANCING", "JOINING", WAITS, true, null);
        ApplicationStatus unread = new ApplicationStatus(
                read.instance(), read.phase(), read.epochs(), read.stages(), List.of(), read.stores(), List.of());
        assertTrue(unread.text().contains("lag unknown: no offset was read yet"), unread::text);
    }

    /** Each phase in which the facade shows RUNNING, and what else decides. */
    @Test
    void shouldBeReadyWhereItWorksOrCouldTakeOver() {
        assertTrue(status("RUNNING", "RUNNING", WORKS, true, null).isReady());
        assertTrue(status("RUNNING", "FOLLOWING", WORKS, true, null).isReady());
        assertTrue(status("RUNNING", "STANDBY", STANDS_BY, true, NEAR).isReady());
        assertFalse(status("RUNNING", "STANDBY", STANDS_BY, true, FAR).isReady());
        assertFalse(status("RUNNING", "STANDBY", STANDS_BY, true, null).isReady());
        assertFalse(status("RUNNING", "RUNNING", WORKS, false, null).isReady());
        assertFalse(status("RUNNING", "DRAINING", WAITS, true, null).isReady());
        assertFalse(status("PENDING_SHUTDOWN", "RUNNING", WORKS, true, null).isReady());
        assertFalse(status("REBALANCING", "RUNNING", WORKS, true, null).isReady());
        assertFalse(status("RUNNING", "RESTORING", RESTORES, true, null).isReady());
        assertFalse(status("RUNNING", null, WAITS, true, null).isReady());
    }

    @Test
    void shouldBeLiveUnlessAnErrorHasEndedIt() {
        for (KafkaStreams.State state : KafkaStreams.State.values()) {
            boolean ended = state == KafkaStreams.State.ERROR || state == KafkaStreams.State.PENDING_ERROR;
            assertEquals(!ended, status(state.name(), null, WAITS, true, null).isLive(), state.name());
        }
    }

    @Test
    void shouldSayWhyItIsNotReady() {
        assertEquals(
                "Not ready: the standby is 101 offsets behind, and acceptable.recovery.lag is 100.",
                status("RUNNING", "STANDBY", STANDS_BY, true, FAR).readiness());
        assertEquals(
                "Not ready: REBALANCING, in phase PAUSING for 250 ms (for a reason), without an answer from the"
                        + " brokers.",
                status("REBALANCING", "PAUSING", WAITS, false, null).readiness());
        assertEquals(
                "Not ready: it has ended (for a reason).",
                status("RUNNING", "ENDED", ENDED, true, null).readiness());
    }

    @Test
    void shouldSayTheStatusInWords() {
        assertEquals("""
                Application orders: RUNNING, in phase RUNNING for 250 ms (for a reason). Ready.
                  epoch 812 is open, cut every 20 ms; the oldest was cut 3 min ago; 9 bytes in flight; \
                waited for last: nothing yet
                  lag 7 records in 2 source partitions, most in in-1: 5
                  77 bytes of state on disk
                  failed at 1970-01-01T00:00:00Z in RUNNING: it broke
                """, status("RUNNING", "RUNNING", WORKS, true, null).text());
        assertEquals(
                "#1f9a03c2 41.2 % (stage 1 lane 3)",
                new ApplicationStatus.HotKey("#1f9a03c2", "stage 1 lane 3", 0.412).text());
    }
}
