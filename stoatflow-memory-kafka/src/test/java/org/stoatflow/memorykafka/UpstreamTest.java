package org.stoatflow.memorykafka;

import static org.apache.kafka.common.IsolationLevel.READ_COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.bytes;

import java.util.List;
import org.junit.jupiter.api.Test;

class UpstreamTest {
    private final ClusterRig rig = new ClusterRig();
    private final Upstream upstream = rig.kafka.upstream("upstream");

    @Test
    void shouldShowWhatItCommittedOnly() {
        upstream.write(P0, null, bytes("aborted"), 0);
        assertTrue(upstream.abort());
        upstream.write(P0, null, bytes("committed"), 0);
        assertTrue(upstream.commit());
        assertEquals(List.of("2:committed"), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldSayThatATransactionTimedOutAndGoOn() {
        upstream.write(P0, null, bytes("late"), 0);
        rig.clock.advanceMs(60_000);
        assertFalse(upstream.commit());
        upstream.write(P0, null, bytes("next"), 0);
        assertTrue(upstream.commit());
        assertEquals(List.of("2:next"), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldWriteMarkersLateWhenStruck() {
        rig.kafka.faults().slowMarkersBy(5);
        rig.kafka.faults().strikeNext("upstream", FaultPoint.MARKERS, FaultEffect.SLOW);
        upstream.write(P0, null, bytes("a"), 0);
        upstream.commit();
        assertEquals(List.of(), rig.held(P0, READ_COMMITTED));
        rig.clock.advanceMs(5);
        rig.kafka.catchUp();
        assertEquals(List.of("0:a"), rig.held(P0, READ_COMMITTED));
    }
}
