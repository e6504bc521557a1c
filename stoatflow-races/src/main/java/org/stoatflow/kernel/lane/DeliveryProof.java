package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/** The dispatcher delivers while a lane looks into its inbox: what is found there is touched and counted already. */
public final class DeliveryProof implements Proof {
    @Override
    public void attempt() {
        Room room = new Room(new Budget(Long.MAX_VALUE, () -> {}), Deaf.LISTENER, lane -> {});
        Epoch epoch = room.first();
        Together.run(() -> room.lanes().deliver(room.sourceBatch(epoch), Room.SOURCE), () -> {
            if (room.hasBatch(Room.SOURCE, epoch)) {
                ForbiddenOutcome.when(!epoch.isTouched(Room.SOURCE), "a batch lies in a lane that is not touched");
                ForbiddenOutcome.when(epoch.outstanding(Room.SOURCE) < 1, "a batch lies there and is not counted");
            }
        });
    }
}
