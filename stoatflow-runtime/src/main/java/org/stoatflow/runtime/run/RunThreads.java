package org.stoatflow.runtime.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.runtime.monitor.Wakes;

/**
 * Drives a {@link Run}: a virtual thread for each lane, a platform thread for the committer. The thread that owns the
 * consumer steps the dispatcher.
 */
public final class RunThreads implements Wakes, RunDriver {
    private static final Logger LOG = LoggerFactory.getLogger(RunThreads.class);
    private static final long INTERRUPTED_GRACE_NS = 500_000_000L;
    private static final long OFFSETS_GRACE_NS = 1_000_000_000L;
    private static final long COMMITTER_WAIT_NS = 10_000_000_000L;

    /** How many lanes prepare their processors at once: with thousands, all at once could overrun what they call. */
    private static final int OPENED_AT_ONCE = 16;

    private final Run run;
    private final Worker[] lanes;
    private final Worker committer;

    /**
     * Shared. Written by: whoever starts lanes: the dispatcher, then each lane that is open. Read by: the same. Safe:
     * atomic counter: each lane is started once. Proof: SharedFieldsTest.
     */
    private final AtomicInteger next = new AtomicInteger(); // the first lane that is not started

    public RunThreads(Run run, EngineThreads threads) {
        this.run = run;
        List<Worker> workers = new ArrayList<>();
        for (Lane lane : run.lanes()) {
            workers.add(new Worker(
                    body -> threads.virtual(lane.name(), body),
                    new Worker.Work(() -> open(lane), lane::step, lane::waitNs, () -> close(lane)),
                    run::fail));
        }
        lanes = workers.toArray(Worker[]::new);
        committer = new Worker(
                body -> threads.platform("committer", body), run.committer()::step, this::sendRest, run::fail);
    }

    /** Starts the threads. Each lane prepares its processors; the run is handed nothing before all of them have. */
    public void start() {
        run.wakesWith(this);
        committer.start();
        for (int started = 0; started < OPENED_AT_ONCE; started++) {
            startNext();
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
    public void interruptCommitter() {
        committer.interrupt();
    }

    @Override
    public boolean stop(long waitNs, boolean interrupt) {
        long deadlineNs = System.nanoTime() + waitNs;
        for (Worker lane : lanes) {
            lane.stop();
        }
        run.lanes().forEach(Lane::abandon);
        committer.stop();
        run.stopSending();
        List<Worker> late = notEnded(lanes, deadlineNs);
        if (interrupt && !late.isEmpty()) {
            late.forEach(Worker::interrupt);
            late = notEnded(late.toArray(Worker[]::new), System.nanoTime() + INTERRUPTED_GRACE_NS);
        }
        if (!late.isEmpty()) {
            LOG.warn("{} lanes are still in user code and are left behind. {}", late.size(), run.describeWork());
        }
        if (committer.awaitEnd(OFFSETS_GRACE_NS)) {
            return true;
        }
        run.endOffsetsCall(); // where a partition is gone, the client asks for it until max.block.ms
        if (committer.awaitEnd(Math.max(COMMITTER_WAIT_NS, deadlineNs - System.nanoTime()))) {
            return true;
        }
        committer.interrupt();
        if (!committer.awaitEnd(INTERRUPTED_GRACE_NS)) {
            LOG.warn("The committer does not come back from the Kafka client and is left behind");
        }
        return false;
    }

    private static List<Worker> notEnded(Worker[] workers, long deadlineNs) {
        List<Worker> late = new ArrayList<>();
        for (Worker worker : workers) {
            if (!worker.awaitEnd(deadlineNs - System.nanoTime())) {
                late.add(worker);
            }
        }
        return late;
    }

    private void sendRest() {
        try {
            run.sendRest();
        } catch (RuntimeException | Error failure) { // the run has ended; another one may follow
            LOG.warn("What lanes handed over last could not be sent", failure);
        }
    }

    private static void close(Lane lane) {
        try {
            lane.close();
        } catch (RuntimeException | Error failure) { // user code may throw either, and the run has ended
            LOG.warn("Closing the processors of {} failed", lane.name(), failure);
        }
    }
}
