package org.stoatflow.kernel.epoch;

import java.util.Map;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * Two lanes leave, and the dispatcher cuts. The epoch is announced once, whichever comes last, with the contributions
 * of both lanes.
 */
public final class EpochAnnounceProof implements Proof {
    @Override
    public void attempt() {
        CountingEpochListener listener = new CountingEpochListener();
        Epoch epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 2, 2, listener);
        epoch.touch(0);
        epoch.touch(1);
        Runnable leave = () -> {
            epoch.contribute(() -> 3);
            epoch.leave();
        };
        Together.run(leave, leave, () -> epoch.cut(Map.of()));
        ForbiddenOutcome.when(listener.complete() != 1, "announced " + listener.complete() + " times");
        ForbiddenOutcome.when(epoch.contributedBytes() != 6, "contributions are missing");
    }
}
