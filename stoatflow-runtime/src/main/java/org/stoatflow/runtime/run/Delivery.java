package org.stoatflow.runtime.run;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.plan.ChangelogOrder;
import org.stoatflow.runtime.sink.CommitContext;
import org.stoatflow.runtime.sink.Committer;
import org.stoatflow.runtime.sink.FlowCommitter;
import org.stoatflow.runtime.sink.TransactionalCommitter;
import org.stoatflow.runtime.sink.TransactionalProducers;
import org.stoatflow.runtime.source.CommitRights;

/**
 * How a run commits, by its guarantee.
 *
 * @param contributions takes what lanes contribute while they work
 * @param transactional the committer, where it commits in transactions
 * @param flowing the committer, where it sends output before a commit
 * @param watch has the committer come out of calls that would take for ever; run by the dispatcher after each step
 */
record Delivery(
        Committer committer,
        LaneOutput.Intake contributions,
        Optional<TransactionalCommitter> transactional,
        Optional<FlowCommitter> flowing,
        Runnable watch) {
    /**
     * The threads beside the committer's, as it knows them.
     *
     * @param rights in whose name offsets are committed, as of the dispatcher's last poll
     * @param committable takes the source positions that may be committed (at-least-once)
     * @param madeAnew told which topics were made anew while their positions were being added
     * @param ownedAtMs the last time at which the partitions were certainly ours
     */
    record Links(
            Supplier<CommitRights> rights,
            Consumer<Map<TopicPartition, SourcePosition>> committable,
            Consumer<Set<String>> madeAnew,
            LongSupplier ownedAtMs,
            Runnable wakeCommitter,
            Runnable wakeDispatcher) {}

    static Delivery of(Run.Parts parts, Kernel kernel, CommitContext context, Links links) {
        return parts.settings().exactlyOnce()
                ? exactlyOnce(parts, context, links)
                : atLeastOnce(parts, kernel, context, links);
    }

    private static Delivery exactlyOnce(Run.Parts parts, CommitContext context, Links links) {
        TransactionalCommitter made = new TransactionalCommitter(
                context,
                new TransactionalProducers(
                        parts.kafka().producers(),
                        parts.kafka().renewal(),
                        parts.kafka().topics()),
                links.rights(),
                parts.settings().commit().attemptsMax(),
                links.wakeCommitter(),
                links.wakeDispatcher());
        return new Delivery(
                made,
                Delivery::refuse,
                Optional.of(made),
                Optional.empty(),
                whileOurs(
                        made.offsetsWatch(parts.signals().madeAnew(), links.madeAnew()),
                        parts.signals().lost()));
    }

    /** A producer that is made anew takes its id from whoever has it: so none is, once another may be the owner. */
    private static Runnable whileOurs(Runnable watch, BooleanSupplier lost) {
        return () -> {
            if (!lost.getAsBoolean()) {
                watch.run();
            }
        };
    }

    private static Delivery atLeastOnce(Run.Parts parts, Kernel kernel, CommitContext context, Links links) {
        FlowCommitter made = new FlowCommitter(
                context,
                new FlowCommitter.Broker(
                        parts.kafka().producers().getFirst(),
                        parts.kafka().topics(),
                        parts.settings().send().patience(),
                        parts.settings().send().lingers(),
                        ChangelogOrder.of(kernel.plan())),
                kernel.open(),
                links.committable(),
                links.ownedAtMs(),
                links.wakeCommitter());
        return new Delivery(made, made::offer, Optional.empty(), Optional.of(made), () -> {});
    }

    private static void refuse(LaneContribution contribution) {
        throw new IllegalStateException("lane " + contribution.lane() + " contributes elsewhere than to its epoch");
    }
}
