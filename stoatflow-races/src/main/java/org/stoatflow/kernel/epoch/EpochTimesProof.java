package org.stoatflow.kernel.epoch;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * Two lanes have each extracted a timestamp of one partition, as in a stage by key, and leave. The listener that is
 * told that the epoch is complete finds the later timestamp.
 */
public final class EpochTimesProof implements Proof {
    private static final int EARLIER = 5;
    private static final int LATER = 7;

    @Override
    public void attempt() {
        AtomicLong found = new AtomicLong();
        Epoch epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 2, 1, 1, new Finding(found));
        for (int lane = 0; lane < 2; lane++) {
            epoch.touch(lane);
            epoch.raise(0);
        }
        epoch.cut(Map.of());
        Together.run(() -> work(epoch, EARLIER), () -> work(epoch, LATER));
        ForbiddenOutcome.when(found.get() != LATER, "found " + found.get() + ", not " + LATER);
    }

    private static void work(Epoch epoch, long timeMs) {
        epoch.observe(0, timeMs);
        epoch.lower(0);
        epoch.leave();
    }

    /** Takes the time when the epoch is complete, as the committer does. */
    private record Finding(AtomicLong found) implements EpochListener {
        @Override
        public void onStageAdvanced(Epoch epoch, int stage) {}

        @Override
        public void onRelief(int entry) {}

        @Override
        public void onComplete(Epoch epoch) {
            found.set(epoch.observed(0));
        }
    }
}
