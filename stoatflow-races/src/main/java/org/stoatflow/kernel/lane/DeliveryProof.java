package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * The dispatcher delivers a batch while a lane looks into its inbox. When the lane finds the batch, the lane is touched
 * and the batch is counted already.
 */
public final class DeliveryProof implements Proof {
    @Override
    public void attempt() {
        TwoStageRig rig = new TwoStageRig(new Budget(Long.MAX_VALUE, () -> {}), NoOpEpochListener.LISTENER, lane -> {});
        Epoch epoch = rig.first();
        Together.run(() -> rig.lanes().deliver(rig.sourceBatch(epoch), TwoStageRig.SOURCE), () -> {
            if (rig.hasBatch(TwoStageRig.SOURCE, epoch)) {
                ForbiddenOutcome.when(
                        !epoch.isTouched(TwoStageRig.SOURCE), "a batch lies in a lane that is not touched");
                ForbiddenOutcome.when(
                        epoch.outstanding(TwoStageRig.SOURCE) < 1, "a batch lies there and is not counted");
            }
        });
    }
}
