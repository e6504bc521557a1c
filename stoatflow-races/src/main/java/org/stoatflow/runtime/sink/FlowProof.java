package org.stoatflow.runtime.sink;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochListener;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.lane.TwoStageRig;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.plan.ChangelogOrder;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.races.Waiter;
import org.stoatflow.state.engine.StateEngines;

/**
 * At-least-once: a lane offers its output and leaves, while the committer reads which epochs are complete and takes the
 * offered output. The committer is woken, and gives out the offsets after the output is acknowledged, with the
 * timestamp that the lane has extracted.
 */
public final class FlowProof implements Proof {
    private static final byte[] BYTES = {1};
    private static final TopicPartition SOURCE = new TopicPartition("in", 0);
    private static final long TIME = 7;

    @Override
    public void attempt() {
        QuietProducer producer = new QuietProducer();
        Waiter thread = new Waiter();
        AtomicBoolean given = new AtomicBoolean();
        AtomicBoolean answered = new AtomicBoolean();
        StreamClocks clocks = TwoStageRig.clocks();
        EntryGraph graph = new EntryGraph(new int[] {0}, new int[][] {{}});
        Epoch epoch = Epoch.first(1, graph, 1, clocks.count(), 1, new Waking(thread));
        epoch.touch(0);
        epoch.cut(Map.of(SOURCE, SourcePosition.at(1, Optional.empty())));
        FlowCommitter committer = new FlowCommitter(
                new CommitContext(
                        StateEngines.inMemory(List.of()),
                        clocks,
                        new Budget(Long.MAX_VALUE, () -> {}),
                        new Cadence(1, 0, 0, Long.MAX_VALUE, 0),
                        TwoStageRig.Stopped.CLOCK,
                        ErrorHandling.FAILING,
                        CommitListener.NONE),
                new FlowCommitter.Broker(
                        producer.producer(), OutputTopics.unknown(), Duration.ZERO, ChangelogOrder.NONE),
                epoch,
                positions -> {
                    ForbiddenOutcome.when(!answered.get(), "offsets are given out before the output is acknowledged");
                    SourcePosition position = positions.get(SOURCE);
                    if (position != null) { // a round that only takes output has no position
                        ForbiddenOutcome.when(position.partitionTime() != TIME, "given out is " + position);
                        given.set(true);
                    }
                },
                () -> 0,
                thread::wake);
        Outbox output = new Outbox(1);
        output.append("out", 0, 0, BYTES, BYTES, null);
        Together.run(
                () -> {
                    committer.offer(new LaneContribution(0, output, null, List.of(), 0, 1));
                    epoch.observe(0, TIME);
                    epoch.leave();
                },
                () -> thread.await(() -> {
                    while (committer.step()) {
                        for (Callback answer : producer.sent()) {
                            answer.onCompletion(null, null);
                            answered.set(true);
                        }
                    }
                    return given.get();
                }));
    }

    /** Wakes the committer as the run does. */
    private record Waking(Waiter committer) implements EpochListener {
        @Override
        public void onStageAdvanced(Epoch epoch, int stage) {}

        @Override
        public void onRelief(int entry) {}

        @Override
        public void onComplete(Epoch epoch) {
            committer.wake();
        }
    }
}
