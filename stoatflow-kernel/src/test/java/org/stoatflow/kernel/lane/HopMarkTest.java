package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.error.ErrorHandling;

/** A lane takes no more batches once the hop that it feeds is over its mark, counting batches of all epochs. */
class HopMarkTest {
    private static final int EPOCHS = 10;
    private static final int BATCHES_IN_EPOCH = 100;
    private static final int MARK = 256;

    private final List<String> seen = new ArrayList<>();
    private final LaneRig rig = LaneRig.atLeastOnce(
            builder ->
                    builder.<String, String>stream(LaneRig.IN).repartition().foreach((key, value) -> seen.add(value)),
            ErrorHandling.FAILING);

    @Test
    void shouldCountTheBatchesOfAllEpochs() {
        List<Epoch> epochs = new ArrayList<>();
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            for (int batch = 0; batch < BATCHES_IN_EPOCH; batch++) {
                rig.feed(0, "a=" + seen.size());
            }
            rig.cutOnly();
            epochs.add(rig.epochCutLast());
        }
        while (rig.lane(0).step()) {
            // step the feeding lane as long as it takes batches; the slow lane behind the hop takes none
        }
        int hop = rig.stage(1).entries().getFirst().id();
        assertEquals(
                MARK, epochs.stream().mapToInt(epoch -> epoch.outstanding(hop)).sum());

        rig.run();
        assertEquals(EPOCHS * BATCHES_IN_EPOCH, seen.size());
        assertTrue(epochs.stream().allMatch(Epoch::isComplete));
    }
}
