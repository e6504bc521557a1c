package org.stoatflow.runtime.lifecycle;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.runtime.group.MemberPlan;
import org.stoatflow.runtime.group.Membership;
import org.stoatflow.runtime.run.AbandonedRun;
import org.stoatflow.runtime.run.ActiveRun;
import org.stoatflow.runtime.run.Run;

/** A phase that has a run. */
abstract sealed class RunPhase extends MemberPhase permits OpeningPhase, RunningPhase, DrainingPhase {
    final ActiveRun active;

    RunPhase(Phases phases, MemberPlan plan, ActiveRun active) {
        super(phases, plan);
        this.active = active;
    }

    /**
     * Steps the dispatcher of the run.
     *
     * @return how things stand in the group; where the partitions are lost, the application has already left this phase
     */
    final Membership.Standing dispatch() {
        try {
            active.step();
        } catch (InvalidOffsetException gone) {
            onGone(gone);
        }
        active.watch();
        Membership.Standing standing = membership().since(plan.topics().sourceCounts());
        switch (standing) {
            case OWNER, WAITING, OTHER_TOPICS -> active.commitLater();
            case LOST -> leaveLost();
        }
        return standing;
    }

    private void onGone(InvalidOffsetException gone) {
        Set<TopicPartition> known = new HashSet<>(gone.partitions());
        known.retainAll(plan.topics().sourcePartitions());
        plan.offsetReset().reset(known, "an offset that is not in the topic any more");
        Set<TopicPartition> added = new HashSet<>(gone.partitions());
        added.removeAll(known);
        if (!added.isEmpty()) { // with no partitions given, the consumer would seek in all of its own
            consumer().seekToBeginning(added); // planning again decides where they really begin
        }
        if (gone instanceof OffsetOutOfRangeException) {
            active.onLogCut(plan.offsetReset().positions(known));
        }
    }

    @Override
    public final String doing() {
        return active.run().describeWork();
    }

    @Override
    public final Optional<AbandonedRun> abandon() {
        return Optional.of(active.abandon());
    }

    @Override
    public final void end(long waitNs) {
        active.end(waitNs);
    }

    @Override
    final boolean goesOnInPlaceAfter(Throwable failure) {
        return true;
    }

    @Override
    public final Optional<Run> run() {
        return Optional.of(active.run());
    }

    @Override
    public final void wake() {
        active.wake();
    }
}
