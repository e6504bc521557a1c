package org.stoatflow.kernel.epoch;

import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * A lane asks for relief and looks once more, while another lane lowers. A lane that goes on waiting is told of the
 * relief.
 */
public final class ReliefProof implements Proof {
    private static final int HOP = 0;
    private static final int STALLED_MARK = 3;
    private static final long BATCH_BYTES = 10;

    @Override
    public void attempt() {
        CountingEpochListener listener = new CountingEpochListener();
        Epoch epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, listener);
        for (int batch = 0; batch < STALLED_MARK; batch++) {
            epoch.memory().handOver(HOP, BATCH_BYTES);
            epoch.raise(HOP);
        }
        Runnable lower = () -> {
            epoch.memory().processed(HOP, BATCH_BYTES);
            epoch.lower(HOP);
        };
        Together.run(
                () -> {
                    int before = listener.relief();
                    epoch.awaitRelief(HOP, BATCH_BYTES);
                    boolean waits = epoch.outstanding(HOP) >= STALLED_MARK
                            || epoch.memory().at(HOP) > 2 * BATCH_BYTES;
                    listener.waits(waits && before == 0);
                },
                lower,
                lower);
        ForbiddenOutcome.when(
                listener.waits() && listener.relief() == 0, "a lane waits for relief, and nobody tells it");
    }
}
