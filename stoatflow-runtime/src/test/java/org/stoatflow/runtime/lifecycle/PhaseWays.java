package org.stoatflow.runtime.lifecycle;

import static org.stoatflow.runtime.lifecycle.LifecycleRig.broken;
import static org.stoatflow.runtime.lifecycle.PhaseName.ENDED;
import static org.stoatflow.runtime.lifecycle.PhaseName.FOLLOWING;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.LOADING;
import static org.stoatflow.runtime.lifecycle.PhaseName.OPENING;
import static org.stoatflow.runtime.lifecycle.PhaseName.PAUSING;
import static org.stoatflow.runtime.lifecycle.PhaseName.PLANNING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RECOVERING;
import static org.stoatflow.runtime.lifecycle.PhaseName.REPLANNING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RESTORING;
import static org.stoatflow.runtime.lifecycle.PhaseName.STANDBY;
import static org.stoatflow.runtime.lifecycle.PhaseName.SUBSCRIBING;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.TimeoutException;
import org.stoatflow.runtime.lifecycle.LifecycleRig.Place;

/**
 * The ways in which the transitions between phases come about. Each begins with an application that has just been made.
 */
final class PhaseWays {
    static final Duration LONG = Duration.ofMinutes(10);

    private PhaseWays() {}

    /**
     * One way to make a transition.
     *
     * @param rig makes the application
     * @param events what happens to it
     */
    record Way(
            PhaseName from, PhaseName to, String why, Supplier<LifecycleRig> rig, UnaryOperator<LifecycleRig> events) {}

    static Way way(PhaseName from, PhaseName to, String why, UnaryOperator<LifecycleRig> events) {
        return new Way(from, to, why, LifecycleRig::new, events);
    }

    private static Way wayOfGlobals(PhaseName from, PhaseName to, String why, UnaryOperator<LifecycleRig> events) {
        return new Way(from, to, why, LifecycleRig::ofGlobals, events);
    }

    static KafkaException fenced() {
        return new FencedInstanceIdException("another member has this place");
    }

    /** What a poll may throw without that a thread of the consumer has ended. */
    static KafkaException passing() {
        return new CorruptRecordException("broken");
    }

    static KafkaException unanswered() {
        return new TimeoutException("no answer");
    }

    static LifecycleRig replan(LifecycleRig rig) {
        return rig.run().grow().reach(REPLANNING);
    }

    /** At least one way for each allowed transition. */
    static List<Way> all() {
        List<Way> ways = new ArrayList<>();
        ways.addAll(waysBeforeTheGroup());
        ways.addAll(waysOfGlobals());
        ways.addAll(waysWithoutPartitions());
        ways.addAll(waysOfAStandby());
        ways.addAll(waysOfAPause());
        ways.addAll(waysOfARecovery());
        ways.addAll(waysOfARestore());
        ways.addAll(RunWays.all());
        return ways;
    }

    private static List<Way> waysBeforeTheGroup() {
        return List.of(
                way(PLANNING, SUBSCRIBING, "planned, and the state is open", rig -> rig.reach(JOINING)),
                way(
                        PLANNING,
                        PLANNING,
                        "starting over",
                        rig -> rig.handlerGoesOn()
                                .fail(Place.STATE, broken())
                                .step()
                                .step()),
                way(
                        PLANNING,
                        PLANNING,
                        "no answer from the brokers",
                        rig -> rig.fail(Place.TOPICS, unanswered()).step().step()),
                way(PLANNING, ENDED, "closed", rig -> rig.close().step()),
                way(
                        PLANNING,
                        ENDED,
                        "failed",
                        rig -> rig.fail(Place.TOPICS, broken()).reach(ENDED)),
                way(SUBSCRIBING, JOINING, "subscribed", rig -> rig.reach(JOINING)),
                way(
                        SUBSCRIBING,
                        PLANNING,
                        "starting over",
                        rig -> rig.handlerGoesOn()
                                .fail(Place.CONSUMER, broken())
                                .step()
                                .step()),
                way(
                        SUBSCRIBING,
                        PLANNING,
                        "no answer from the brokers",
                        rig -> rig.fail(Place.CREATE, unanswered()).step().step()),
                way(
                        SUBSCRIBING,
                        ENDED,
                        "failed",
                        rig -> rig.fail(Place.CONSUMER, broken()).reach(ENDED)));
    }

    private static List<Way> waysOfGlobals() {
        return List.of(
                wayOfGlobals(
                        PLANNING,
                        LOADING,
                        "planned, and the state is open; there are global stores only",
                        rig -> rig.reach(LOADING)),
                wayOfGlobals(LOADING, FOLLOWING, "the global stores are loaded", rig -> rig.reach(FOLLOWING)),
                wayOfGlobals(
                        LOADING,
                        PLANNING,
                        "starting over",
                        rig -> rig.handlerGoesOn()
                                .fail(Place.CONSUMER, broken())
                                .step()
                                .step()),
                wayOfGlobals(
                        LOADING,
                        PLANNING,
                        "no answer from the brokers",
                        rig -> rig.fail(Place.CONSUMER, unanswered()).step().step()),
                wayOfGlobals(
                        LOADING,
                        ENDED,
                        "closed",
                        rig -> rig.reach(LOADING).close().step()),
                wayOfGlobals(
                        LOADING,
                        ENDED,
                        "failed",
                        rig -> rig.fail(Place.CONSUMER, broken()).reach(ENDED)),
                wayOfGlobals(
                        FOLLOWING,
                        PLANNING,
                        "starting over",
                        rig -> rig.handlerGoesOn()
                                .reach(FOLLOWING)
                                .fail(Place.SAMPLE, broken())
                                .step()),
                wayOfGlobals(
                        FOLLOWING,
                        ENDED,
                        "failed",
                        rig -> rig.reach(FOLLOWING).fail(Place.SAMPLE, broken()).reach(ENDED)),
                wayOfGlobals(
                        FOLLOWING,
                        ENDED,
                        "closed",
                        rig -> rig.reach(FOLLOWING).close().step()));
    }

    private static List<Way> waysWithoutPartitions() {
        return List.of(
                way(JOINING, RECOVERING, "all partitions are ours", rig -> rig.own(RECOVERING)),
                way(
                        JOINING,
                        REPLANNING,
                        "the group knows other partitions",
                        rig -> rig.reach(JOINING).grow().step().grow().step()),
                way(
                        JOINING,
                        JOINING,
                        "no answer from the brokers",
                        rig -> rig.reach(JOINING).failPoll(unanswered()).step()),
                way(
                        JOINING,
                        PLANNING,
                        "starting over",
                        rig -> rig.handlerGoesOn()
                                .reach(JOINING)
                                .failPoll(passing())
                                .step()),
                way(JOINING, ENDED, "closed", rig -> rig.reach(JOINING).close().step()),
                way(
                        JOINING,
                        ENDED,
                        "failed",
                        rig -> rig.reach(JOINING).failPoll(passing()).reach(ENDED)),
                way(REPLANNING, JOINING, "planned again", rig -> replan(rig).step()),
                way(
                        REPLANNING,
                        PAUSING,
                        "restarting after a failure",
                        rig -> replan(rig).fail(Place.TOPICS, broken()).step()),
                way(
                        REPLANNING,
                        PAUSING,
                        "no answer from the brokers",
                        rig -> replan(rig).fail(Place.TOPICS, unanswered()).step()),
                way(
                        REPLANNING,
                        PLANNING,
                        "starting over",
                        rig -> replan(rig).handlerGoesOn().pinChangelog().step()),
                way(REPLANNING, ENDED, "closed", rig -> replan(rig).close().step()),
                way(
                        REPLANNING,
                        ENDED,
                        "failed",
                        rig -> replan(rig).pinChangelog().reach(ENDED)));
    }

    private static Way wayOfStandby(PhaseName from, PhaseName to, String why, UnaryOperator<LifecycleRig> events) {
        return new Way(from, to, why, () -> LifecycleRig.configured(Map.of("num.standby.replicas", 1)), events);
    }

    static LifecycleRig standBy(LifecycleRig rig) {
        return rig.reach(JOINING).lose().reach(STANDBY).step().step();
    }

    private static List<Way> waysOfAStandby() {
        return List.of(
                wayOfStandby(
                        JOINING,
                        STANDBY,
                        "another instance owns the partitions; following its changelogs",
                        rig -> standBy(rig)),
                way(JOINING, STANDBY, "another instance owns the partitions; waiting to take over", PhaseWays::standBy),
                wayOfStandby(
                        STANDBY,
                        RECOVERING,
                        "all partitions are ours",
                        rig -> standBy(rig).assign(1).step()),
                wayOfStandby(
                        STANDBY,
                        REPLANNING,
                        "the group knows other partitions",
                        rig -> standBy(rig).grow().step().grow().step()),
                wayOfStandby(
                        STANDBY,
                        JOINING,
                        "no answer from the brokers",
                        rig -> standBy(rig).failPoll(unanswered()).step()),
                wayOfStandby(
                        STANDBY,
                        PLANNING,
                        "starting over",
                        rig -> standBy(rig).handlerGoesOn().failPoll(passing()).step()),
                wayOfStandby(
                        STANDBY, ENDED, "closed", rig -> standBy(rig).close().step()),
                wayOfStandby(
                        STANDBY,
                        ENDED,
                        "failed",
                        rig -> standBy(rig).failPoll(passing()).reach(ENDED)));
    }

    private static List<Way> waysOfAPause() {
        return List.of(
                way(
                        PAUSING,
                        RECOVERING,
                        "paused long enough",
                        rig -> rig.pause().pass(LONG).step()),
                way(
                        PAUSING,
                        OPENING,
                        "all that is committed is in the state",
                        rig -> rig.run().processing().failProcessing().step()),
                way(
                        PAUSING,
                        PAUSING,
                        "no answer from the brokers",
                        rig -> rig.pause().failPoll(unanswered()).step()),
                way(
                        PAUSING,
                        PAUSING,
                        "restarting after a failure",
                        rig -> rig.pause().failPoll(passing()).step()),
                way(
                        PAUSING,
                        JOINING,
                        "partitions were lost",
                        rig -> rig.pause().lose().step()),
                way(
                        PAUSING,
                        REPLANNING,
                        "the group knows other partitions",
                        rig -> rig.pause().grow().step()),
                way(
                        PAUSING,
                        PLANNING,
                        "starting over",
                        rig -> rig.pause().handlerGoesOn().failPoll(fenced()).step()),
                way(PAUSING, ENDED, "closed", rig -> rig.pause().close().step()),
                way(
                        PAUSING,
                        ENDED,
                        "failed",
                        rig -> rig.pause().failPoll(fenced()).reach(ENDED)));
    }

    private static List<Way> waysOfARecovery() {
        return List.of(
                way(RECOVERING, RESTORING, "ids initialised, offsets read", rig -> rig.own(RESTORING)),
                way(RECOVERING, PAUSING, "restarting after a failure", rig -> rig.pause()),
                way(
                        RECOVERING,
                        PLANNING,
                        "starting over",
                        rig -> rig.own(RECOVERING)
                                .handlerGoesOn()
                                .fail(Place.PRODUCER, fenced())
                                .step()),
                way(
                        RECOVERING,
                        JOINING,
                        "partitions were lost",
                        rig -> rig.own(RESTORING)
                                .writing(events -> events.failPoll(passing())
                                        .reach(RECOVERING)
                                        .lose()
                                        .step())),
                way(
                        RECOVERING,
                        REPLANNING,
                        "the group knows other partitions",
                        rig -> rig.own(RESTORING)
                                .writing(events -> events.failPoll(passing())
                                        .reach(RECOVERING)
                                        .grow()
                                        .step())),
                way(
                        RECOVERING,
                        ENDED,
                        "closed",
                        rig -> rig.own(RECOVERING).close().step()));
    }

    private static List<Way> waysOfARestore() {
        return List.of(
                way(
                        RESTORING,
                        OPENING,
                        "the state is complete",
                        rig -> rig.own(RESTORING).restored().reach(OPENING)),
                way(
                        RESTORING,
                        JOINING,
                        "partitions were lost",
                        rig -> rig.own(RESTORING).lose().step()),
                way(
                        RESTORING,
                        JOINING,
                        "partitions were taken back",
                        rig -> rig.own(RESTORING).revoke().step()),
                way(
                        RESTORING,
                        REPLANNING,
                        "the group knows other partitions",
                        rig -> rig.own(RESTORING).grow().step()),
                way(
                        RESTORING,
                        PAUSING,
                        "restarting after a failure",
                        rig -> rig.own(RESTORING).failPoll(passing()).step()),
                way(
                        RESTORING,
                        PLANNING,
                        "starting over",
                        rig -> rig.own(RESTORING)
                                .handlerGoesOn()
                                .failPoll(fenced())
                                .step()),
                way(
                        RESTORING,
                        ENDED,
                        "closed",
                        rig -> rig.own(RESTORING).close().step()));
    }
}
