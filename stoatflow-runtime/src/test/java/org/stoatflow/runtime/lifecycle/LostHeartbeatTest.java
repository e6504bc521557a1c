package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The thread that sends heartbeats has ended. The consumer says so in a poll, once, and makes no other. */
class LostHeartbeatTest {
    @ParameterizedTest
    @EnumSource(
            value = PhaseName.class,
            names = {"JOINING", "RESTORING", "RUNNING"})
    void shouldGoOnWithAnotherConsumer(PhaseName phase) {
        LifecycleRig rig = new LifecycleRig();
        if (phase == PhaseName.JOINING) {
            rig.reach(phase);
        } else {
            rig.own(phase);
        }
        Consumer<byte[], byte[]> before = rig.consumer();
        rig.failPoll(new RuntimeException(new LinkageError("in a metrics reporter")))
                .reach(PhaseName.PLANNING);
        rig.own(PhaseName.RUNNING);
        assertNotSame(before, rig.consumer());
        assertEquals(PhaseName.RUNNING, rig.phase());
    }

    /** The thread ends by an exception, too: of user code, or where the group refuses it. */
    @ParameterizedTest
    @EnumSource(
            value = PhaseName.class,
            names = {"RESTORING", "RUNNING"})
    void shouldGoOnWithAnotherConsumerAfterAnException(PhaseName phase) {
        for (RuntimeException met : List.of(
                new IllegalStateException("in a metrics reporter"), new SaslAuthenticationException("expired"))) {
            LifecycleRig rig = new LifecycleRig().own(phase);
            Consumer<byte[], byte[]> before = rig.consumer();
            rig.failPoll(met).reach(PhaseName.PLANNING);
            rig.own(PhaseName.RUNNING);
            assertNotSame(before, rig.consumer());
        }
    }

    @Test
    void shouldKeepTheConsumerWhereNoThreadHasEnded() {
        LifecycleRig rig = new LifecycleRig().own(PhaseName.RUNNING);
        Consumer<byte[], byte[]> before = rig.consumer();
        rig.failPoll(PhaseWays.passing()).reach(PhaseName.PAUSING);
        rig.reach(PhaseName.RUNNING);
        assertSame(before, rig.consumer());
    }
}
