package org.stoatflow.bench.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class GcLogTest {
    @Test
    void shouldFindTheMostAfterACollectionAndTheLargestHeap() {
        GcLog log = GcLog.of(List.of(
                "[0.004s][info][gc] Using G1",
                "[2.921s][info][gc          ] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 20M->6M(380M) 10.245ms",
                "[5.865s][info][gc          ] GC(1) Pause Young (Concurrent Start) (Metadata GC Threshold) 55M->9M(40M)"
                        + " 1.2ms",
                "[5.877s][info][gc          ] GC(2) Concurrent Mark Cycle 3.499ms"));

        assertEquals(new GcLog(2, 9, 380), log);
    }

    @Test
    void shouldSayThatThereWasNoCollection() {
        assertEquals(new GcLog(0, -1, -1), GcLog.of(List.of("[0.004s][info][gc] Using G1")));
    }
}
