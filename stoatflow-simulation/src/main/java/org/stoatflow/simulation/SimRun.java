package org.stoatflow.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.runtime.monitor.Wakes;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.runtime.run.RunDriver;
import org.stoatflow.runtime.sink.Committer;
import org.stoatflow.runtime.sink.CommitterState;
import org.stoatflow.state.UserHold;

/**
 * Lets the simulation step the lanes and the committer of a run, by the rules of the real threads: a worker that has
 * found nothing to do is not stepped again before it is woken, and a wake that comes earlier is kept.
 */
final class SimRun implements Wakes, RunDriver {
    /** How long a committer is waited for before it is interrupted. */
    private static final Duration COMMITTER_WAIT = Duration.ofSeconds(10);

    /** How long it is waited for before it is brought out of a call that adds positions. */
    private static final Duration OFFSETS_GRACE = Duration.ofSeconds(1);

    private final Run run;
    private final InstanceProcess process;
    private final List<Worker> lanes = new ArrayList<>();
    private final Worker committer;
    private boolean stopped;
    private boolean failsToOpen;

    /** Stands for the thread of a lane or of the committer. */
    final class Worker implements Actor {
        private final String name;
        private final BooleanSupplier work;
        private final LongSupplier waitNs;
        private boolean asleep;
        private boolean permit;
        private boolean failed;
        private long heldUntilStep;
        private final @Nullable Lane lane;
        private UserHold hold = UserHold.NONE;
        private boolean ended;
        private WaitingSteps.@Nullable Step waiting;

        /** The committer's, which is stepped without a wake, too, once a flush is due. */
        Worker(String name, Committer committer) {
            this.name = name;
            this.work = committer::step;
            this.waitNs = committer::waitNs;
            this.lane = null;
        }

        /** A lane's, which is stepped without a wake, too, once something of its own is due. */
        Worker(String name, Lane lane) {
            this.name = name;
            this.work = this::openOrStep;
            this.waitNs = lane::waitNs;
            this.lane = lane;
        }

        @Override
        public String name() {
            return name;
        }

        /** Holds the worker up until a step: a slow record, or a thread that gets no processor. */
        void holdUntil(long step) {
            heldUntilStep = step;
        }

        boolean isHeld(long step) {
            return step < heldUntilStep;
        }

        boolean isRunnable(long step) {
            WaitingSteps.Step inCall = waiting;
            if (inCall != null) {
                return (!stopped || lane != null)
                        && inCall.isDue(process.clock().millis());
            }
            return !stopped && !failed && (!asleep || waitNs.getAsLong() <= 1) && step >= heldUntilStep;
        }

        void wake() {
            if (asleep) {
                asleep = false;
            } else {
                permit = true;
            }
        }

        @Override
        public String act() {
            String done = step();
            if (stopped) {
                end();
            }
            return done;
        }

        private String step() {
            WaitingSteps.Step inCall = waiting;
            if (inCall != null) {
                process.waits().goOn(inCall);
                return come(inCall);
            }
            try {
                if (process.mayWait() || lane != null && process.isNextCallLong()) {
                    return come(process.waits().run(work));
                }
                long beganNs = process.clock().nanos();
                int unanswered = process.unanswered();
                boolean worked = work.getAsBoolean();
                process.requireComeBack(process.clock().nanos() - beganNs, process.unanswered() - unanswered);
                return done(worked);
            } catch (Throwable failure) { // the root of the thread
                return fail(failure);
            }
        }

        private String come(WaitingSteps.Step step) {
            waiting = step.isWaiting() ? step : null;
            try {
                return process.waits().outcome(step).map(this::done).orElse("waits in a call");
            } catch (Throwable failure) { // the root of the thread
                return fail(failure);
            }
        }

        private String done(boolean worked) {
            if (worked) {
                return "worked";
            }
            asleep = !permit;
            permit = false;
            return "nothing to do";
        }

        private String fail(Throwable failure) {
            failed = true;
            process.onFailure(failure);
            if (!process.crash().isDead()) {
                run.fail(failure);
            }
            return "failed";
        }

        /** The scheduler opens the lanes, too: in any order, and with other steps between. */
        private boolean openOrStep() {
            Lane own = Objects.requireNonNull(lane);
            if (own.isOpen()) {
                return own.step();
            }
            hold = own.outside().enterUsers();
            if (failsToOpen) {
                failsToOpen = false;
                throw process.failure("a processor fails as it is prepared");
            }
            own.open();
            return true;
        }

        /** Its run has ended: a lane that is in no call is closed, and leaves users' stores. */
        private void end() {
            if (lane == null || ended || waiting != null) {
                return;
            }
            ended = true;
            try {
                try {
                    lane.close();
                } finally {
                    hold.leave();
                }
            } catch (RuntimeException | Thrown.InjectedError failure) { // user code may throw, and the run has ended
                process.onFailure(failure);
            }
        }

        /** Whether its step waits in a client. */
        boolean isWaiting() {
            return waiting != null;
        }

        private boolean isWaitingForEver() {
            return waiting != null && waiting.isEndless();
        }

        private void endUserCode() {
            if (waiting != null) {
                waiting.endUserCode();
            }
        }

        /** Interrupts a step that waits. */
        void interrupt() {
            if (waiting != null) {
                waiting.interrupt();
            }
        }

        /** Whether its step has waited, and need not any more. */
        private boolean isBack() {
            WaitingSteps.Step inCall = waiting;
            return inCall != null && inCall.isDue(process.clock().millis());
        }

        /** Ends a step that waits, with its process. */
        void bury() {
            WaitingSteps.Step step = waiting;
            if (step != null) {
                waiting = null;
                process.waits().bury(step);
            }
        }
    }

    SimRun(Run run, InstanceProcess process) {
        this.run = run;
        this.process = process;
        for (Lane lane : run.lanes()) {
            lanes.add(new Worker(process.name() + " " + lane.name(), lane));
        }
        committer = new Worker(process.name() + " committer", run.committer());
    }

    void start() {
        run.wakesWith(this);
    }

    /** Makes the next lane that is opened fail. False if all are open. */
    boolean failNextToOpen() {
        failsToOpen = !run.lanes().stream().allMatch(Lane::isOpen);
        return failsToOpen;
    }

    @Override
    public void interruptCommitter() {
        committer.interrupt();
    }

    @Override
    public void lane(int index) {
        lanes.get(index).wake();
    }

    @Override
    public void committer() {
        committer.wake();
    }

    @Override
    public boolean stop(long waitNs) {
        stopped = true;
        run.lanes().forEach(Lane::abandon);
        awaitEnds(waitNs);
        lanes.stream().filter(Worker::isWaiting).forEach(Worker::interrupt);
        awaitEnds(0);
        lanes.forEach(Worker::end);
        if (!committer.isWaiting()) {
            return true;
        }
        boolean comesBack = !committer.isWaitingForEver();
        process.idle(comesBack ? OFFSETS_GRACE : COMMITTER_WAIT);
        run.endOffsetsCall();
        committer.interrupt();
        committer.act();
        return comesBack;
    }

    @Override
    public List<Lane> lanesOut() {
        List<Lane> out = new ArrayList<>();
        for (int lane = 0; lane < lanes.size(); lane++) {
            if (lanes.get(lane).isWaiting()) {
                out.add(run.lanes().get(lane));
            }
        }
        return out;
    }

    @Override
    public void awaitEnds(long waitNs) {
        if (lanes.stream().anyMatch(Worker::isWaiting)) {
            process.idle(Duration.ofNanos(waitNs));
            lanes.stream().filter(Worker::isBack).forEach(Worker::act);
        }
    }

    /** The process has died. */
    void bury() {
        committer.bury();
        lanes.forEach(Worker::bury);
    }

    boolean isStopped() {
        return stopped;
    }

    List<Worker> lanes() {
        return lanes;
    }

    Worker committerWorker() {
        return committer;
    }

    /** No worker is held up any more. */
    void release() {
        lanes.forEach(lane -> {
            lane.holdUntil(0);
            lane.endUserCode();
        });
        committer.holdUntil(0);
    }

    /** Bytes that the work of the epoch that is filled has made, or that of the one before it, if that is more. */
    long madeBytes() {
        Epoch open = run.dispatcher().epoch();
        Epoch before = open.previousOpen();
        long made = open.memory().kept();
        return before == null ? made : Math.max(made, before.memory().kept());
    }

    /**
     * Whether no worker is awake or held up that could go on with a cut epoch. A committer that waits for the group
     * does not count as stuck, since the dispatcher's next poll wakes it.
     */
    boolean isStuck(long step) {
        if (stopped || run.dispatcher().epoch().previousOpen() == null || isBusy(committer, step)) {
            return false;
        }
        if (isAwaitingGroup()) {
            return false;
        }
        return lanes.stream().noneMatch(lane -> isBusy(lane, step));
    }

    boolean isAwaitingGroup() {
        return !stopped && run.committer().state() == CommitterState.AWAITING_GROUP;
    }

    /** What all workers are doing, for messages. */
    String describe() {
        StringBuilder text = new StringBuilder("epoch " + run.dispatcher().epochNumber() + ", committer "
                + run.committer().state() + (committer.asleep ? " asleep" : ""));
        for (int lane = 0; lane < lanes.size(); lane++) {
            text.append("; ")
                    .append(run.lanes().get(lane).name())
                    .append(lanes.get(lane).asleep ? " asleep, " : " ")
                    .append(run.lanes().get(lane).activity().text());
        }
        return text.toString();
    }

    private static boolean isBusy(Worker worker, long step) {
        return !worker.asleep
                || worker.isWaiting()
                || worker.failed
                || worker.isHeld(step)
                || worker.waitNs.getAsLong() < Long.MAX_VALUE;
    }
}
