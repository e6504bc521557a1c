package org.stoatflow.kernel.epoch;

import java.util.Map;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * A lane lowers an entry to zero while the dispatcher raises it again and cuts. The outstanding batch keeps the entry
 * from being complete.
 */
public final class EpochCompletionProof implements Proof {
    private static final int SOURCE = 0;
    private static final int HOP = 1;

    @Override
    public void attempt() {
        CountingEpochListener listener = new CountingEpochListener();
        EntryGraph graph = new EntryGraph(new int[] {0, 1}, new int[][] {{}, {SOURCE}});
        Epoch epoch = Epoch.first(1, graph, 2, 2, listener);
        epoch.touch(0);
        epoch.raise(SOURCE);
        Together.run(() -> epoch.lower(SOURCE), () -> {
            epoch.raise(SOURCE);
            epoch.cut(Map.of());
        });
        ForbiddenOutcome.when(epoch.isComplete(SOURCE), "an entry is complete with a batch outstanding");
        ForbiddenOutcome.when(epoch.isClosed(HOP), "a hop is closed with a batch outstanding upstream");
        epoch.lower(SOURCE);
        ForbiddenOutcome.when(!epoch.isComplete(HOP), "all is done, and the hop is not complete");
        epoch.leave();
        ForbiddenOutcome.when(listener.complete() != 1, "announced " + listener.complete() + " times");
    }
}
