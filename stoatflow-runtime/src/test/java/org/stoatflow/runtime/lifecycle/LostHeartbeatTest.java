package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import org.apache.kafka.clients.consumer.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The thread that sends heartbeats has ended by an error. The consumer says so in a poll, once, and makes no other. */
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
        rig.endHeartbeats(new LinkageError("in a metrics reporter")).reach(PhaseName.PLANNING);
        rig.own(PhaseName.RUNNING);
        assertNotSame(before, rig.consumer());
        assertEquals(PhaseName.RUNNING, rig.phase());
    }
}
