package org.stoatflow.kernel.epoch;

import java.util.Map;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * The last owing lane leaves while the dispatcher touches another lane and cuts. The epoch is announced once, when the
 * other lane has left.
 */
public final class EpochLeaveProof implements Proof {
    @Override
    public void attempt() {
        CountingEpochListener listener = new CountingEpochListener();
        Epoch epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 2, 2, listener);
        epoch.touch(0);
        Together.run(() -> epoch.leave(0, 0), () -> {
            epoch.touch(1);
            Epoch next = epoch.cut(Map.of());
            ForbiddenOutcome.when(epoch.next() != next, "cut, and without its successor");
        });
        ForbiddenOutcome.when(listener.complete() != 0, "announced while a lane owes");
        epoch.leave(1, 0);
        ForbiddenOutcome.when(listener.complete() != 1, "announced " + listener.complete() + " times");
    }
}
