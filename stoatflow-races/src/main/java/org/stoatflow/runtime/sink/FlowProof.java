package org.stoatflow.runtime.sink;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Callback;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.races.Waiter;
import org.stoatflow.runtime.epoch.Budget;
import org.stoatflow.runtime.epoch.Cadence;
import org.stoatflow.runtime.epoch.EntryGraph;
import org.stoatflow.runtime.epoch.Epoch;
import org.stoatflow.runtime.epoch.EpochListener;
import org.stoatflow.runtime.fault.Faults;
import org.stoatflow.runtime.lane.LaneContribution;
import org.stoatflow.runtime.lane.Room;
import org.stoatflow.runtime.lane.StreamClocks;
import org.stoatflow.state.StateEngines;

/**
 * At-least-once: a lane offers its output and leaves while the committer looks which epochs are complete and takes what is
 * offered. Offsets are given out after the output is acknowledged, and are given out at all: the committer is woken.
 */
public final class FlowProof implements Proof {
    private static final byte[] BYTES = {1};

    @Override
    public void attempt() {
        QuietProducer producer = new QuietProducer();
        Waiter thread = new Waiter();
        AtomicBoolean given = new AtomicBoolean();
        AtomicBoolean answered = new AtomicBoolean();
        Epoch epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new Waking(thread));
        epoch.touch(0);
        epoch.cut(Map.of());
        FlowCommitter committer = new FlowCommitter(
                producer.producer(),
                StateEngines.inMemory(List.of()),
                StreamClocks.none(),
                epoch,
                positions -> {
                    ForbiddenOutcome.when(!answered.get(), "offsets are given out before the output is acknowledged");
                    given.set(true);
                },
                () -> 0,
                new Budget(Long.MAX_VALUE, () -> {}),
                new Cadence(1, 0, 0, Long.MAX_VALUE, 0),
                Room.Stopped.CLOCK,
                Faults.FAILING,
                thread::wake);
        Outbox output = new Outbox(1);
        output.append("out", 0, 0, BYTES, BYTES, null);
        Together.run(
                () -> {
                    committer.offer(new LaneContribution(0, output, null, List.of(), 0, 1));
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

    /** As the run does. */
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
