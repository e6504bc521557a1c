package org.stoatflow.runtime.sink;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.CountingEpochListener;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.lane.TwoStageRig;
import org.stoatflow.kernel.plan.ChangelogOrder;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.state.engine.StateEngines;

/**
 * At-least-once: the committer applies while the dispatcher learns that it was the owner, loses the partitions, and
 * gets the answer to an earlier question. Each applied write carries a time at which this instance owned the
 * partitions, and a later write carries no earlier time.
 */
public final class OwnerTimeProof implements Proof {
    private static final long FIRST_MS = 1_000;
    private static final long SECOND_MS = 2_000;
    private static final long NOT_OURS_MS = 3_000;
    private static final int ROUNDS = 2;
    private static final int STEPS_MAX = 6;

    @Override
    public void attempt() {
        AtomicBoolean lost = new AtomicBoolean();
        OwnerTime owner = new OwnerTime(lost::get);
        owner.wasAt(FIRST_MS);
        Stamps stamps = new Stamps(owner);
        Together.run(stamps::commit, () -> {
            owner.wasAt(SECOND_MS);
            lost.set(true);
            owner.wasAt(NOT_OURS_MS);
        });
        ForbiddenOutcome.when(owner.atMs() != SECOND_MS, "the owner's last time is " + owner.atMs());
        ForbiddenOutcome.when(stamps.rounds != ROUNDS, stamps.rounds + " rounds of " + ROUNDS + " are applied");
    }

    /** The real committer over empty epochs, and the times that it asks for. */
    private static final class Stamps {
        private final OwnerTime owner;
        private final FlowCommitter committer;
        private Epoch epoch =
                Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new CountingEpochListener());
        private long last;
        private int rounds;

        Stamps(OwnerTime owner) {
            this.owner = owner;
            committer = new FlowCommitter(
                    new CommitContext(
                            StateEngines.inMemory(List.of()),
                            StreamClocks.none(),
                            new Budget(Long.MAX_VALUE, () -> {}),
                            new Cadence(1, 0, 0, Long.MAX_VALUE, 0),
                            TwoStageRig.Stopped.CLOCK,
                            ErrorHandling.FAILING,
                            CommitListener.NONE),
                    new FlowCommitter.Broker(
                            new QuietProducer().producer(), OutputTopics.unknown(), Duration.ZERO, ChangelogOrder.NONE),
                    epoch,
                    positions -> rounds++,
                    this::stamp,
                    () -> {});
        }

        void commit() {
            for (int round = 0; round < ROUNDS; round++) {
                epoch = epoch.cut(Map.of());
                for (int step = 0; step < STEPS_MAX; step++) {
                    committer.step();
                }
            }
        }

        private long stamp() {
            long stamped = owner.atMs();
            ForbiddenOutcome.when(
                    stamped != FIRST_MS && stamped != SECOND_MS, "applied with a time that was not ours: " + stamped);
            ForbiddenOutcome.when(stamped < last, "applied with " + stamped + " after " + last);
            last = stamped;
            return stamped;
        }
    }
}
