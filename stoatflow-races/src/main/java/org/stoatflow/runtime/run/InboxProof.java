package org.stoatflow.runtime.run;

import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochListener;
import org.stoatflow.kernel.lane.TwoStageRig;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.races.Waiter;

/** A batch is added while the lane's worker finds nothing and is about to park. The worker runs the batch. */
public final class InboxProof implements Proof {
    @Override
    public void attempt() {
        Worker[] worker = new Worker[1];
        TwoStageRig room = new TwoStageRig(new Budget(Long.MAX_VALUE, () -> {}), new Silent(), lane -> {
            if (lane == TwoStageRig.SOURCE) {
                worker[0].wake();
            }
        });
        Epoch epoch = room.first();
        Waiter done = new Waiter();
        worker[0] = new Worker(
                Together::thread,
                () -> {
                    boolean worked = room.laneOf(TwoStageRig.SOURCE).step();
                    done.wake();
                    return worked;
                },
                () -> {},
                failure -> {});
        worker[0].start();
        Together.run(() -> room.lanes().deliver(room.sourceBatch(epoch), TwoStageRig.SOURCE), () -> {
            done.await(() -> epoch.isTouched(TwoStageRig.SOURCE) && epoch.outstanding(TwoStageRig.SOURCE) == 0);
            worker[0].stop();
        });
        worker[0].awaitEnd(Long.MAX_VALUE);
    }

    /** Wakes nobody, so that only the inbox wakes the worker. */
    private static final class Silent implements EpochListener {
        @Override
        public void onStageAdvanced(Epoch epoch, int stage) {}

        @Override
        public void onRelief(int entry) {}

        @Override
        public void onComplete(Epoch epoch) {}
    }
}
