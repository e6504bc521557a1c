package org.stoatflow.runtime.lifecycle;

import static org.stoatflow.runtime.lifecycle.LifecycleRig.broken;
import static org.stoatflow.runtime.lifecycle.PhaseName.DRAINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.ENDED;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.OPENING;
import static org.stoatflow.runtime.lifecycle.PhaseName.PAUSING;
import static org.stoatflow.runtime.lifecycle.PhaseName.PLANNING;
import static org.stoatflow.runtime.lifecycle.PhaseName.REPLANNING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RUNNING;
import static org.stoatflow.runtime.lifecycle.PhaseWays.LONG;
import static org.stoatflow.runtime.lifecycle.PhaseWays.fenced;
import static org.stoatflow.runtime.lifecycle.PhaseWays.passing;
import static org.stoatflow.runtime.lifecycle.PhaseWays.unanswered;
import static org.stoatflow.runtime.lifecycle.PhaseWays.way;

import java.util.ArrayList;
import java.util.List;
import org.stoatflow.runtime.lifecycle.PhaseWays.Way;

/** The ways in which a run begins and ends. */
final class RunWays {
    private RunWays() {}

    static List<Way> all() {
        List<Way> ways = new ArrayList<>(waysOfOpening());
        ways.addAll(waysOfARun());
        ways.addAll(waysOfADrain());
        return ways;
    }

    private static List<Way> waysOfOpening() {
        return List.of(
                way(
                        OPENING,
                        RUNNING,
                        "the processors are prepared",
                        rig -> rig.own(OPENING).prepare().step()),
                way(
                        OPENING,
                        JOINING,
                        "partitions were lost",
                        rig -> rig.own(OPENING).lose().step()),
                way(
                        OPENING,
                        JOINING,
                        "partitions were taken back",
                        rig -> rig.own(OPENING).revoke().step()),
                way(
                        OPENING,
                        REPLANNING,
                        "the group knows other partitions",
                        rig -> rig.own(OPENING).grow().step()),
                way(
                        OPENING,
                        PAUSING,
                        "restarting after a failure",
                        rig -> rig.own(OPENING).failPreparing(broken()).step()),
                way(
                        OPENING,
                        PAUSING,
                        "no answer from the brokers",
                        rig -> rig.own(OPENING).failPoll(unanswered()).step()),
                way(
                        OPENING,
                        PLANNING,
                        "starting over",
                        rig -> rig.own(OPENING)
                                .handlerGoesOn()
                                .failPoll(fenced())
                                .step()),
                way(OPENING, ENDED, "closed", rig -> rig.own(OPENING).close().step()));
    }

    private static List<Way> waysOfARun() {
        return List.of(
                way(
                        RUNNING,
                        DRAINING,
                        "asked to close",
                        rig -> rig.run().close().step()),
                way(RUNNING, DRAINING, "the group knows other partitions", LifecycleRig::drain),
                way(
                        RUNNING,
                        DRAINING,
                        "partitions were taken back",
                        rig -> rig.run().revoke().step()),
                way(
                        RUNNING,
                        JOINING,
                        "partitions were lost",
                        rig -> rig.run().lose().step()),
                way(
                        RUNNING,
                        PAUSING,
                        "restarting after a failure",
                        rig -> rig.run().failPoll(passing()).step()),
                way(
                        RUNNING,
                        PAUSING,
                        "no answer from the brokers",
                        rig -> rig.run().failPoll(unanswered()).step()),
                way(
                        RUNNING,
                        PLANNING,
                        "starting over",
                        rig -> rig.run().handlerGoesOn().failPoll(fenced()).step()),
                way(
                        RUNNING,
                        ENDED,
                        "failed",
                        rig -> rig.run().failPoll(fenced()).reach(ENDED)));
    }

    private static List<Way> waysOfADrain() {
        return List.of(
                way(
                        DRAINING,
                        REPLANNING,
                        "the group knows other partitions",
                        rig -> rig.drain().pass(LONG).step()),
                way(
                        DRAINING,
                        JOINING,
                        "partitions were taken back",
                        rig -> rig.run().revoke().reach(DRAINING).step()),
                way(
                        DRAINING,
                        JOINING,
                        "partitions were lost",
                        rig -> rig.drain().lose().step()),
                way(
                        DRAINING,
                        PAUSING,
                        "restarting after a failure",
                        rig -> rig.drain().failPoll(passing()).step()),
                way(
                        DRAINING,
                        PLANNING,
                        "starting over",
                        rig -> rig.drain().handlerGoesOn().failPoll(fenced()).step()),
                way(
                        DRAINING,
                        ENDED,
                        "closed",
                        rig -> rig.drain().close().pass(LONG).step()));
    }
}
