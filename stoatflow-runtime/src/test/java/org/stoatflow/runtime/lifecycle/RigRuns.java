package org.stoatflow.runtime.lifecycle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.runtime.run.EngineThreads;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.runtime.run.RunDriver;
import org.stoatflow.runtime.run.RunThreads;

/** The runs of a rig, which nobody steps, unless they have threads. */
final class RigRuns {
    private static final long COMMITTER_WAIT_NS = 50_000_000;

    private final RigHolds holds;
    private final List<Run> runs = new ArrayList<>();
    private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    private Function<Run, RunDriver> drivers = this::unstepped;
    private boolean isStepped;

    RigRuns(RigHolds holds) {
        this.holds = holds;
    }

    RunDriver start(Run begun) {
        runs.add(begun);
        return drivers.apply(begun);
    }

    private RunDriver unstepped(Run begun) {
        if (!holds.isHeld(PhaseName.OPENING)) {
            begun.lanes().forEach(Lane::open);
        }
        isStepped = true;
        return waitNs -> {
            isStepped = false;
            return true;
        };
    }

    /** Gives runs threads of their own from now on. */
    void threads() {
        drivers = begun -> {
            RunThreads threads = new RunThreads(
                    begun, new EngineThreads("app", (thread, failure) -> uncaught.add(failure)), COMMITTER_WAIT_NS);
            threads.start();
            return threads;
        };
    }

    /** What threads of runs have ended by, and nobody has caught. */
    List<Throwable> uncaught() {
        return uncaught;
    }

    /** Waits until the threads of the last run have prepared its processors, or one of them has failed to. */
    void awaitPrepared() {
        if (holds.isHeld(PhaseName.OPENING)) {
            return;
        }
        Run last = last();
        long deadlineNs = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (last.failure() == null
                && !last.lanes().stream().allMatch(Lane::isOpen)
                && System.nanoTime() < deadlineNs) {
            Thread.onSpinWait();
        }
    }

    Run last() {
        return runs.getLast();
    }

    /** How many have begun. */
    int begun() {
        return runs.size();
    }

    /** Whether a run without threads has begun, and is not stopped. */
    boolean isStepped() {
        return isStepped;
    }
}
