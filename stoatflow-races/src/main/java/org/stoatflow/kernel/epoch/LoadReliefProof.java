package org.stoatflow.kernel.epoch;

import java.util.Map;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * At-least-once: a lane asks for relief over all epochs and looks once more, while other lanes lower batches of two
 * epochs.
 */
public final class LoadReliefProof implements Proof {
    private static final int HOP = 0;
    private static final int LANE = 0;
    private static final int STALLED_MARK = 3;
    private static final long BATCH_BYTES = 10;

    @Override
    public void attempt() {
        CountingEpochListener listener = new CountingEpochListener();
        Epoch one = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, listener);
        handOver(one);
        handOver(one);
        Epoch two = one.cut(Map.of());
        handOver(two);
        EntryLoad load = two.ofAll();
        Together.run(
                () -> {
                    load.awaitRelief(HOP, BATCH_BYTES);
                    listener.waits(load.batches(HOP) >= STALLED_MARK || load.bytes(HOP) > 2 * BATCH_BYTES);
                },
                () -> process(one),
                () -> process(two));
        ForbiddenOutcome.when(
                listener.waits() && listener.relief() == 0, "a lane waits for relief, and nobody tells it");
        process(one);
        ForbiddenOutcome.when(
                load.batches(HOP) != 0 || load.bytes(HOP) != 0, "all is done, and something is still counted");
    }

    private static void handOver(Epoch epoch) {
        epoch.touch(LANE);
        epoch.memory().handOver(HOP, BATCH_BYTES);
        epoch.raise(HOP);
    }

    private static void process(Epoch epoch) {
        epoch.memory().processed(HOP, BATCH_BYTES);
        epoch.lower(HOP);
    }
}
