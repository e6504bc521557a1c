package org.stoatflow.kernel.epoch;

import java.util.Map;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * Two lanes hand batches to one lane over one hop, and lower their own batches, while the dispatcher cuts. The hop
 * closes when both lanes are done, in either order, and the time that one lane has observed is in the epoch.
 */
public final class EpochHopsProof implements Proof {
    private static final int LEFT = 0;
    private static final int RIGHT = 1;
    private static final int HOP = 2;
    private static final int TARGET = 2;

    @Override
    public void attempt() {
        CountingEpochListener listener = new CountingEpochListener();
        EntryGraph graph = new EntryGraph(new int[] {0, 1, 2}, new int[][] {{}, {}, {LEFT, RIGHT}});
        Epoch epoch = Epoch.first(1, graph, 3, 1, 2, listener);
        give(epoch, LEFT, LEFT);
        give(epoch, RIGHT, RIGHT);
        Together.run(() -> handOn(epoch, LEFT, 7), () -> handOn(epoch, RIGHT, 5), () -> epoch.cut(Map.of()));
        ForbiddenOutcome.when(!epoch.isClosed(HOP), "what feeds the hop is done, and it is not closed");
        ForbiddenOutcome.when(epoch.isComplete(HOP), "the hop is complete with two batches outstanding");
        ForbiddenOutcome.when(epoch.observed(0) != 7, "observed " + epoch.observed(0) + ", not 7");
        Together.run(() -> epoch.lower(HOP), () -> epoch.lower(HOP));
        ForbiddenOutcome.when(!epoch.isComplete(HOP), "the hop is done and not complete");
        Together.run(epoch::leave, epoch::leave);
        ForbiddenOutcome.when(epoch.isComplete(), "complete before the target has left");
        epoch.leave();
        ForbiddenOutcome.when(listener.complete() != 1, "announced " + listener.complete() + " times");
    }

    private static void give(Epoch epoch, int entry, int lane) {
        epoch.touch(lane);
        epoch.raise(entry);
    }

    private static void handOn(Epoch epoch, int entry, long timeMs) {
        epoch.touch(TARGET);
        epoch.raise(HOP);
        epoch.observe(0, timeMs);
        epoch.lower(entry);
    }
}
