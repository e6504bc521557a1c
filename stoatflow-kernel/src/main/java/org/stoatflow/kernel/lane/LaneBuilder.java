package org.stoatflow.kernel.lane;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.HopTarget;
import org.stoatflow.kernel.batch.Inboxes;
import org.stoatflow.kernel.chain.Chain;
import org.stoatflow.kernel.chain.ChainBuilder;
import org.stoatflow.kernel.chain.NodeFactory;
import org.stoatflow.kernel.clock.InputTimes;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.outbox.ChangelogPartitions;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.record.KeyGuard;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.kernel.timer.LaneTime;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.state.lane.LaneState;

/** Makes lanes one by one: makes the parts of a lane, and gives each part the others that it needs. */
final class LaneBuilder {
    private final Lanes.Wiring wiring;
    private final Inboxes inboxes;
    private final HopMark mark;
    private final Lanes.Guarantee guarantee;
    private final NodeFactory.Shared shared;
    private final ChangelogPartitions changelogs;

    LaneBuilder(Lanes.Wiring wiring, Lanes.Rules rules, Inboxes inboxes, Map<String, HopTarget> hopTargets) {
        this.wiring = wiring;
        this.inboxes = inboxes;
        this.mark = new HopMark(rules.stalledMark(), wiring.budget().hopBytesMax());
        this.guarantee = rules.guarantee();
        this.shared = new NodeFactory.Shared(
                wiring.application(),
                wiring.defaultExtractor(),
                hopTargets,
                wiring.clocks().sources(),
                rules.commitRequest());
        this.changelogs = ChangelogPartitions.of(wiring.plan(), wiring.state());
    }

    Lane lane(LaneShare share, @Nullable KeyGuard guard, LaneCounters counters) {
        LaneParts parts = parts(share, new RecordCursor(share, guard), counters);
        return guarantee.isIsolated()
                ? new IsolatedLane(share, inboxes, mark, wiring.clock(), parts)
                : new FlowingLane(share, inboxes, mark, wiring.clock(), parts);
    }

    private LaneParts parts(LaneShare share, RecordCursor cursor, LaneCounters counters) {
        Stage stage = share.stage();
        ErrorHandling handling = wiring.application().errors();
        RunEnd end = new RunEnd();
        LaneState state = LaneStates.create(wiring, share, cursor);
        state.overWhen(end::isReached);
        state.expiredTo(partition -> counters.onDropped(DropReason.EXPIRED, partition));
        InputTimes inputs = new InputTimes(share, wiring.state(), counters.late());
        RecordScope scope = new RecordScope(share, cursor, state, inputs, wiring.clock());
        LaneOutput output = new LaneOutput(share, state, inputs, changelogs, wiring.budget(), intake(), end::isReached);
        RecordErrors errors = new RecordErrors(handling, cursor, output, counters, end::isReached);
        LaneTime time = new LaneTime(share, scope, inputs, wiring.clocks(), wiring.clock(), errors, counters);
        new StoreBounds(state, share, wiring.plan(), wiring.clocks(), time).set();
        NodeFactory nodes =
                new NodeFactory(shared, new NodeFactory.Position(cursor, state, scope), time, output, errors, counters);
        Chain chain = new ChainBuilder(wiring.plan(), stage, nodes, scope, time, counters).build();
        LaneProgress progress = new LaneProgress(counters);
        Retries retries = new Retries(
                new RetryQueue(stage, handling.retry()),
                chain.savepoint(state, output),
                chain,
                errors,
                progress,
                wiring.clock(),
                end);
        LaneCaches caches = new LaneCaches(stage, wiring.plan().graph(), state);
        return new LaneParts(chain, caches, output, time, progress, retries, end);
    }

    private LaneOutput.@Nullable Intake intake() {
        return switch (guarantee) {
            case Lanes.Guarantee.ExactlyOnce isolated -> null;
            case Lanes.Guarantee.AtLeastOnce flowing -> flowing.intake();
        };
    }
}
