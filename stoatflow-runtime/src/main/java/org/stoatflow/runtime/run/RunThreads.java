package org.stoatflow.runtime.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.runtime.cluster.Closing;
import org.stoatflow.runtime.monitor.Wakes;
import org.stoatflow.runtime.sink.Committer;
import org.stoatflow.state.UserHold;

/**
 * Drives a {@link Run}: a virtual thread for each lane, a platform thread for the committer. The thread that owns the
 * consumer steps the dispatcher.
 */
public final class RunThreads implements Wakes, RunDriver {
    private static final Logger LOG = LoggerFactory.getLogger(RunThreads.class);
    private static final long INTERRUPTED_GRACE_NS = 500_000_000L;
    private static final long OFFSETS_GRACE_NS = 1_000_000_000L;
    private static final long LANE_PAUSE_NS = 1_000_000L;
    private static final long COMMITTER_WAIT_NS = 10_000_000_000L;

    /** How many lanes prepare their processors at once: with thousands, all at once could overrun what they call. */
    private static final int OPENED_AT_ONCE = 16;

    private final Run run;
    private final Worker[] lanes;
    private final Worker committer;
    private final CarrierWatch carriers; // the dispatcher's
    private final long committerWaitNs;

    /**
     * Shared. Written by: whoever starts lanes: the dispatcher, then each lane that is open. Read by: the same. Safe:
     * atomic counter: each lane is started once. Proof: SharedFieldsTest.
     */
    private final AtomicInteger next = new AtomicInteger(); // the first lane that is not started

    public RunThreads(Run run, EngineThreads threads) {
        this(run, threads, COMMITTER_WAIT_NS);
    }

    /** @param committerWaitNs how long the committer may take to come back by itself at the end of the run */
    public RunThreads(Run run, EngineThreads threads, long committerWaitNs) {
        this.run = run;
        this.committerWaitNs = committerWaitNs;
        this.carriers = new CarrierWatch(threads);
        List<Worker> workers = new ArrayList<>();
        for (Lane lane : run.lanes()) {
            workers.add(new Worker(body -> threads.virtual(lane.name(), body), work(lane), run::fail));
        }
        lanes = workers.toArray(Worker[]::new);
        committer = new Worker(
                body -> threads.platform("committer", body),
                new Worker.Work(() -> {}, run.committer()::step, run.committer()::waitNs, this::sendRest, () -> {}),
                run::fail);
    }

    /** Starts the threads. Each lane prepares its processors; the run is handed nothing before all of them have. */
    public void start() {
        run.wakesWith(this);
        committer.start();
        for (int started = 0; started < OPENED_AT_ONCE; started++) {
            startNext();
        }
    }

    private Worker.Work work(Lane lane) {
        LaneHold hold = new LaneHold();
        return new Worker.Work(
                () -> {
                    hold.enter(lane);
                    open(lane);
                },
                lane::step,
                lane::waitNs,
                () -> {},
                () -> {
                    close(lane);
                    hold.leave();
                });
    }

    /** Keeps users' stores open while the lane may be in user code. Owner: the lane's thread. */
    private static final class LaneHold {
        private UserHold hold = UserHold.NONE;

        void enter(Lane lane) {
            hold = lane.outside().enterUsers();
        }

        void leave() {
            try {
                hold.leave();
            } catch (RuntimeException | Error failure) { // user code may throw either, and the run has ended
                LOG.warn("What was put off until the end of a lane has failed", failure);
            }
        }
    }

    /** A lane that is open starts the next one. So no more than these are in user code at once, in the lanes' order. */
    private void open(Lane lane) {
        lane.open();
        startNext();
    }

    private void startNext() {
        if (run.failure() != null) {
            return;
        }
        int index = next.getAndIncrement();
        if (index < lanes.length) {
            lanes[index].start();
        }
    }

    @Override
    public void lane(int index) {
        lanes[index].wake();
    }

    @Override
    public void committer() {
        committer.wake();
    }

    @Override
    public boolean pauseLane() {
        boolean interrupted = Thread.interrupted(); // a park would not wait
        LockSupport.parkNanos(this, LANE_PAUSE_NS);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    @Override
    public void interruptCommitter() {
        committer.interrupt();
    }

    @Override
    public void watch() {
        long waitedNs = carriers.look(System.nanoTime());
        if (waitedNs > 0) {
            LOG.warn(
                    "No lane has got a processor for {} s: as many functions as there are processors compute, or block"
                            + " in native code, and virtual threads share these. {}. Let such a function hand its work"
                            + " to threads of its own and wait for them",
                    TimeUnit.NANOSECONDS.toSeconds(waitedNs),
                    BusyLanes.describeNodes(run.lanes()));
        }
    }

    @Override
    public boolean stop(long waitNs) {
        long deadlineNs = System.nanoTime() + waitNs;
        for (Worker lane : lanes) {
            lane.stop();
        }
        run.lanes().forEach(Lane::abandon);
        committer.stop();
        run.stopSending();
        if (!awaitLanes(deadlineNs)) {
            outside().forEach(Worker::interrupt);
            awaitLanes(System.nanoTime() + INTERRUPTED_GRACE_NS);
        }
        List<Lane> out = lanesOut();
        if (!out.isEmpty()) {
            LOG.warn(
                    "{} lanes have been told to end, are still in user code, and are left behind: {}",
                    out.size(),
                    BusyLanes.lastCalls(List.of(), out));
        }
        if (committer.awaitEnd(OFFSETS_GRACE_NS)) {
            return true;
        }
        run.endOffsetsCall(); // where a partition is gone, the client asks for it until max.block.ms
        if (committer.awaitEnd(Math.max(committerWaitNs, deadlineNs - System.nanoTime()))) {
            return true;
        }
        committer.interrupt();
        if (!committer.awaitEnd(INTERRUPTED_GRACE_NS)) {
            LOG.warn(
                    "The committer was interrupted, does not come back, and is left behind: {}",
                    BusyLanes.lastCalls(List.of(run.committer()), List.of()));
        }
        return false;
    }

    private boolean awaitLanes(long deadlineNs) {
        boolean ended = true;
        for (Worker lane : lanes) {
            ended &= lane.awaitEnd(deadlineNs - System.nanoTime());
        }
        return ended;
    }

    /** In the order of the lanes: one that has ended has started the next one, or starts none any more. */
    @Override
    public List<Lane> lanesOut() {
        List<Lane> out = new ArrayList<>();
        for (int index = 0; index < lanes.length; index++) {
            if (!lanes[index].hasEnded()) {
                out.add(run.lanes().get(index));
            }
        }
        return out;
    }

    private List<Worker> outside() {
        return Arrays.stream(lanes).filter(lane -> !lane.hasEnded()).toList();
    }

    @Override
    public Optional<Committer> committerOut() {
        return committer.hasEnded() || run.committer().userCode().isEmpty()
                ? Optional.empty()
                : Optional.of(run.committer());
    }

    @Override
    public void awaitEnds(long waitNs) {
        long deadlineNs = System.nanoTime() + waitNs;
        awaitLanes(deadlineNs);
        committer.awaitEnd(deadlineNs - System.nanoTime());
    }

    private void sendRest() {
        try {
            run.sendRest();
        } catch (Throwable failure) { // the run has ended; another one may follow
            LOG.warn("What lanes handed over last could not be sent", failure);
        }
    }

    private static void close(Lane lane) {
        Closing.quietly("processors of " + lane.name(), lane::close);
    }
}
