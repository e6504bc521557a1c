package org.stoatflow.runtime.lifecycle;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.global.GlobalDriver;
import org.stoatflow.runtime.global.GlobalFollower;
import org.stoatflow.runtime.lifecycle.LifecycleRig.Place;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.restoring.Restoration;
import org.stoatflow.runtime.restoring.RestoreDriver;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.runtime.run.RunDriver;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.KafkaClientSupplier;

/** A clock that stands still, a state in memory, and runs and restores that nobody steps. */
final class RigEnvironment implements Environment {
    private final RigTopics cluster;
    private final RigClients clients;
    private final PlannedFailures failures;
    private final TestClock clock = new TestClock();
    private StateEngine restoring;
    private final RigState state = new RigState();
    private Runnable duringRestoreStop = () -> {};
    private final RigHolds holds = new RigHolds();
    private final RigRuns runs = new RigRuns(holds);
    private GlobalFollower followed;
    private int followers;
    private boolean inGlobalCall;

    RigEnvironment(RigTopics cluster, RigClients clients, PlannedFailures failures) {
        this.cluster = cluster;
        this.clients = clients;
        this.failures = failures;
    }

    void pass(Duration time) {
        clock.nowNs += time.toNanos();
    }

    /** Sets whether restores are done as soon as they have begun. */
    void restored(boolean nowRestored) {
        holds.hold(PhaseName.RESTORING, !nowRestored);
    }

    /** Sets whether lanes have prepared their processors as soon as a run has begun. */
    void prepared(boolean nowPrepared) {
        holds.hold(PhaseName.OPENING, !nowPrepared);
    }

    RigHolds holds() {
        return holds;
    }

    @Override
    public Aside beside(String role, Runnable work) {
        return holds.beside(work);
    }

    /** Makes the restore write, and not come back before the events are over. */
    void writeDuring(Runnable events) {
        state.duringNextWrite(events);
        restoring.apply(new StateBatch(0));
    }

    /** Sets what happens when a restore is stopped. */
    void whenRestoreStops(Runnable event) {
        duringRestoreStop = event;
    }

    /** Gives runs threads of their own from now on. */
    void threads() {
        runs.threads();
    }

    /** Puts a row into store {@code table}. */
    void restoreRow(byte[] bytes) {
        StateBatch row = new StateBatch(0);
        row.put(restoring.storeId("table"), 0, bytes, bytes);
        restoring.apply(row);
    }

    /** Sets whether a processor of global stores is in a call, which outlives the end of its follower. */
    void inGlobalCall(boolean nowInCall) {
        inGlobalCall = nowInCall;
    }

    /** How many followers of global stores have begun. */
    int followers() {
        return followers;
    }

    RigState state() {
        return state;
    }

    RigRuns runs() {
        return runs;
    }

    boolean isRunStepped() {
        return runs.isStepped();
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public KafkaClientSupplier clients() {
        return clients;
    }

    @Override
    public ClusterTopics topics() {
        return cluster.open();
    }

    @Override
    public StateEngine openState(List<StoreDescription> stores) {
        failures.call(Place.STATE);
        return state.open(stores);
    }

    @Override
    public String instanceId() {
        return "me";
    }

    /** Meanwhile global stores are followed. */
    @Override
    public void idle(Duration time) {
        pass(time);
        if (followed != null) {
            followed.step();
        }
    }

    /** Measures nothing. */
    @Override
    public MetricsListener meters() {
        return (MetricsListener) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {MetricsListener.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("onRun")) {
                        failures.call(Place.MEASURE);
                    } else if (method.getName().equals("sample")) {
                        failures.call(Place.SAMPLE);
                    }
                    return method.invoke(MetricsListener.NONE, arguments);
                });
    }

    @Override
    public RunDriver start(Run begun) {
        failures.call(Place.RUN);
        return runs.start(begun);
    }

    @Override
    public GlobalDriver follow(GlobalFollower follower) {
        followed = follower;
        followers++;
        return new GlobalDriver() {
            @Override
            public Throwable failure() {
                return null;
            }

            @Override
            public void stop() {
                followed = null;
                follower.close();
            }

            @Override
            public boolean isBack() {
                return !inGlobalCall;
            }
        };
    }

    @Override
    public RestoreDriver restore(List<RestoreTask> tasks, StateEngine state, Restoration.Reading reading) {
        restoring = state;
        return new RestoreDriver() {
            @Override
            public boolean isDone() {
                return !holds.isHeld(PhaseName.RESTORING);
            }

            @Override
            public void stop() {
                duringRestoreStop.run();
            }
        };
    }

    private static final class TestClock implements Clock {
        private long nowNs;

        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            return nowNs / 1_000_000;
        }
    }
}
