package org.stoatflow.runtime.run;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochListener;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.lane.TwoStageRig;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.races.Waiter;

/**
 * Two lanes with a hop between them and a committer, each on its worker, and a dispatcher that hands over and cuts two
 * epochs as under exactly-once. Both epochs are applied, and each record has arrived once.
 */
public final class LanesProof implements Proof {
    @Override
    public void attempt() {
        Stage stage = new Stage();
        stage.start();
        Together.run(stage::dispatch);
        stage.stop();
        ForbiddenOutcome.when(stage.room.arrived() != 2, stage.room.arrived() + " of 2 records have arrived");
    }

    private static final class Stage implements EpochListener {
        private final Queue<Epoch> complete = new ConcurrentLinkedQueue<>();
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        private final Waiter dispatcher = new Waiter();
        private final TwoStageRig room =
                new TwoStageRig(new Budget(Long.MAX_VALUE, () -> {}), this, lane -> wake(lane));
        private final Worker[] lanes = {worker(TwoStageRig.SOURCE), worker(TwoStageRig.HOP)};
        private final Worker committer = new Worker(Together::thread, this::commit, () -> {}, this::failed);

        private Worker worker(int lane) {
            Lane stepped = room.laneOf(lane);
            return new Worker(Together::thread, stepped::step, () -> {}, this::failed);
        }

        void start() {
            room.lanes().all().forEach(Lane::open);
            for (Worker lane : lanes) {
                lane.start();
            }
            committer.start();
        }

        void dispatch() {
            Epoch one = room.first();
            room.lanes().deliver(room.sourceBatchOfOne(one), TwoStageRig.SOURCE);
            Epoch two = one.cut(Map.of());
            room.lanes().deliver(room.sourceBatchOfOne(two), TwoStageRig.SOURCE);
            dispatcher.await(() -> isOver(one));
            two.cut(Map.of());
            dispatcher.await(() -> isOver(two));
        }

        void stop() {
            for (Worker lane : lanes) {
                lane.stop();
            }
            committer.stop();
            for (Worker lane : lanes) {
                lane.awaitEnd(Long.MAX_VALUE);
            }
            committer.awaitEnd(Long.MAX_VALUE);
        }

        private boolean commit() {
            Epoch next = complete.poll();
            if (next == null) {
                return false;
            }
            next.markApplied();
            dispatcher.wake();
            return true;
        }

        private void failed(Throwable why) {
            failure.compareAndSet(null, why);
            dispatcher.wake();
        }

        private boolean isOver(Epoch epoch) {
            Throwable failed = failure.get();
            ForbiddenOutcome.when(failed != null, "a thread has failed: " + failed);
            return epoch.isApplied();
        }

        private void wake(int lane) {
            lanes[lane].wake();
        }

        @Override
        public void onStageAdvanced(Epoch epoch, int stage) {
            room.lanes().wakeTouched(epoch, stage);
        }

        @Override
        public void onRelief(int entry) {
            room.lanes().wakeFeeders(entry);
        }

        @Override
        public void onComplete(Epoch epoch) {
            complete.add(epoch);
            committer.wake();
        }
    }
}
