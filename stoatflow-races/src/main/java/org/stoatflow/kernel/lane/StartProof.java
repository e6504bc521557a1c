package org.stoatflow.kernel.lane;

import java.util.Map;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * A lane that epoch 1 has not touched yet finds a batch of epoch 2, while the last feeder of epoch 1 hands it a batch
 * and is done. The lane may start epoch 2 or wait for epoch 1, but never leaves the batch of epoch 1 behind.
 */
public final class StartProof implements Proof {
    private static final int STEPS_MAX = 8;

    @Override
    public void attempt() {
        TwoStageRig rig = new TwoStageRig(new Budget(Long.MAX_VALUE, () -> {}), NoOpEpochListener.LISTENER, lane -> {});
        Epoch one = rig.first();
        int feeder = rig.laneOf(TwoStageRig.SOURCE).index();
        one.touch(feeder);
        one.raise(TwoStageRig.SOURCE);
        Epoch two = one.cut(Map.of());
        rig.handOverHop(two);
        Lane lane = rig.laneOf(TwoStageRig.HOP);
        Together.run(
                () -> {
                    rig.handOverHop(one);
                    one.lower(TwoStageRig.SOURCE);
                    one.leave(feeder, TwoStageRig.SOURCE);
                },
                () -> {
                    lane.step();
                    lane.step();
                });
        for (int step = 0; step < STEPS_MAX; step++) {
            lane.step();
        }
        ForbiddenOutcome.when(rig.hasBatch(TwoStageRig.HOP, one), "a batch of epoch 1 is left behind");
        ForbiddenOutcome.when(!one.isComplete(), "epoch 1 never completes");
        ForbiddenOutcome.when(
                two.outstanding(TwoStageRig.HOP) != 0, "epoch 2 is not begun though nothing is in its way");
    }
}
