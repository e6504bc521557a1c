package org.stoatflow.runtime.sink;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochListener;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.lane.TwoStageRig;
import org.stoatflow.runtime.source.CommitRights;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;

/**
 * The real committer over a producer that never answers by itself, with one epoch. The committer is told when the epoch
 * is complete.
 */
final class EpochCommitRig {
    private static final int STEPS_MAX = 6;

    private final TransactionalCommitter committer;
    private final Epoch epoch;
    private final Runnable wake;
    private volatile ConsumerGroupMetadata group = generation(1);

    EpochCommitRig(QuietProducer producer) {
        this(producer, StateEngines.inMemory(List.of()));
    }

    EpochCommitRig(QuietProducer producer, StateEngine state) {
        this(producer, state, () -> {});
    }

    EpochCommitRig(QuietProducer producer, Runnable wake) {
        this(producer, StateEngines.inMemory(List.of()), wake);
    }

    /** @param wake wakes the committer's thread */
    private EpochCommitRig(QuietProducer producer, StateEngine state, Runnable wake) {
        this.wake = wake;
        committer = new TransactionalCommitter(
                new CommitContext(
                        state,
                        StreamClocks.none(),
                        new Budget(Long.MAX_VALUE, () -> {}),
                        new Cadence(1, 0, 0, Long.MAX_VALUE, 0),
                        TwoStageRig.Stopped.CLOCK,
                        ErrorHandling.FAILING,
                        CommitListener.NONE),
                new TransactionalProducers(List.of(producer.producer()), old -> old, OutputTopics.unknown()),
                () -> CommitRights.of(group),
                3,
                wake,
                () -> {});
        epoch = Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new Announced());
    }

    Epoch epoch() {
        return epoch;
    }

    @SuppressWarnings("removal") // nobody else makes one
    private static ConsumerGroupMetadata generation(int number) {
        return new ConsumerGroupMetadata("races", number, "member", Optional.empty());
    }

    /** Does what the dispatcher does after a poll that has joined a new generation of the group. */
    void pollNewGeneration() {
        group = generation(2);
        if (committer.state() == CommitterState.AWAITING_GROUP) {
            wake.run();
        }
    }

    /** Steps the committer until it has nothing to do, as its thread does. Returns whether the epoch is applied. */
    boolean isApplied() {
        boolean worked = committer.step();
        while (worked) {
            worked = committer.step();
        }
        return epoch.isApplied();
    }

    void stepUntilItFails() {
        try {
            for (int step = 0; step < STEPS_MAX; step++) {
                committer.step();
            }
        } catch (CommitFailure aborted) {
            // expected, if a record was refused
        }
    }

    private final class Announced implements EpochListener {
        @Override
        public void onStageAdvanced(Epoch advanced, int stage) {}

        @Override
        public void onRelief(int entry) {}

        @Override
        public void onComplete(Epoch complete) {
            committer.onComplete(complete);
        }
    }
}
