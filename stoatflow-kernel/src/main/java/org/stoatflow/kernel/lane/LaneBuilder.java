package org.stoatflow.kernel.lane;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.HopTarget;
import org.stoatflow.kernel.batch.Inboxes;
import org.stoatflow.kernel.chain.Chain;
import org.stoatflow.kernel.chain.ChainBuilder;
import org.stoatflow.kernel.chain.NodeFactory;
import org.stoatflow.kernel.clock.InputTimes;
import org.stoatflow.kernel.fault.Faults;
import org.stoatflow.kernel.metrics.LaneMetrics;
import org.stoatflow.kernel.outbox.ChangelogPartitions;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.record.KeyGuard;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.record.RecordFaults;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.kernel.timer.LaneTime;
import org.stoatflow.state.lane.LaneState;

/** Makes lanes one by one: the parts of each, given to those of them that need them. */
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

    Lane lane(LaneShare share, @Nullable KeyGuard guard, LaneMetrics metrics) {
        LaneParts parts = parts(share, new RecordCursor(share, guard), metrics);
        return switch (guarantee) {
            case Lanes.Guarantee.ExactlyOnce isolated ->
                new ExactlyOnceLane(share, inboxes, mark, wiring.clock(), parts);
            case Lanes.Guarantee.AtLeastOnce flowing ->
                new AtLeastOnceLane(share, inboxes, mark, wiring.clock(), parts);
        };
    }

    private LaneParts parts(LaneShare share, RecordCursor cursor, LaneMetrics metrics) {
        Stage stage = share.stage();
        Faults handling = wiring.application().faults();
        RunEnd end = new RunEnd();
        LaneState state = LaneStates.create(wiring, stage, cursor);
        state.overWhen(end::isReached);
        InputTimes inputs = new InputTimes(share, wiring.state());
        RecordScope scope = new RecordScope(share, cursor, state, inputs, wiring.clock());
        LaneOutput output = new LaneOutput(share, state, inputs, changelogs, wiring.budget(), outlet());
        RecordFaults faults = new RecordFaults(handling, cursor, output, metrics);
        LaneTime time = new LaneTime(share, scope, inputs, wiring.clocks(), wiring.clock(), faults, metrics);
        NodeFactory nodes =
                new NodeFactory(shared, new NodeFactory.Position(cursor, state, scope), time, output, faults, metrics);
        Chain chain = new ChainBuilder(stage, nodes, scope, time).build();
        LaneProgress progress = new LaneProgress(metrics);
        Retries retries = new Retries(
                new HeldRecords(stage, handling.retry()),
                chain.savepoint(state, output),
                chain,
                faults,
                progress,
                wiring.clock(),
                end);
        LaneCaches caches = new LaneCaches(stage, wiring.plan().graph(), state);
        return new LaneParts(chain, caches, output, time, progress, retries, end);
    }

    private LaneOutput.@Nullable Outlet outlet() {
        return switch (guarantee) {
            case Lanes.Guarantee.ExactlyOnce isolated -> null;
            case Lanes.Guarantee.AtLeastOnce flowing -> flowing.outlet();
        };
    }
}
