package org.stoatflow.kernel.epoch;

import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.races.Waiter;

/**
 * Two lanes finish the batches that fill an epoch, while the dispatcher finds the epoch full. A dispatcher that waits
 * is woken, and the epoch holds no byte in the end.
 */
public final class EpochFullProof implements Proof {
    private static final int SOURCE = 0;
    private static final int HOP = 1;
    private static final long SOURCE_BYTES = 60;
    private static final long HOP_BYTES = 40;
    private static final Growth GROWTH = Growth.even(2);
    private static final long MOST = 160;

    @Override
    public void attempt() {
        Waiter dispatcher = new Waiter();
        Budget budget = new Budget(2 * MOST, dispatcher::wake);
        EntryGraph graph = new EntryGraph(new int[] {0, 1}, new int[][] {{}, {SOURCE}});
        Epoch epoch = Epoch.first(1, graph, 2, 1, new CountingEpochListener());
        EpochBytes memory = epoch.memory();
        memory.handOverSource(SOURCE, SOURCE_BYTES);
        memory.handOver(HOP, HOP_BYTES);
        budget.handOver(SOURCE_BYTES + HOP_BYTES);
        Together.run(
                () -> dispatcher.await(() -> !budget.isFull(epoch, GROWTH, MOST)),
                () -> {
                    memory.processedSource(SOURCE, SOURCE_BYTES);
                    budget.processed(SOURCE_BYTES);
                },
                () -> {
                    memory.processed(HOP, HOP_BYTES);
                    budget.processed(HOP_BYTES);
                });
        ForbiddenOutcome.when(memory.expected(GROWTH) != 0, memory.expected(GROWTH) + " bytes are left");
        ForbiddenOutcome.when(memory.at(SOURCE) + memory.at(HOP) != 0, "bytes are left at an entry");
    }
}
