package org.stoatflow.runtime.lifecycle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.MinuteReminder;

/**
 * The steps of a recovery, or of a standby that begins to follow, in their order. The caller polls the group after each
 * look, so no step in the caller's thread may take longer than a request. A step that may, or that calls user code, is
 * done beside it.
 *
 * <p>Owner: the dispatcher's thread; {@link #isOver} is for any thread.
 */
final class RecoverySteps {
    private static final Logger LOG = LoggerFactory.getLogger(RecoverySteps.class);

    /** How long a look waits for what is done beside. */
    private static final long LOOK_NS = TimeSpans.nanos(50);

    /** A step and, for messages, what it does. */
    private record Step(String doing, boolean isBeside, Runnable work) {}

    private final Environment environment;
    private final LongSupplier nanos;
    private final MinuteReminder reminder = new MinuteReminder();
    private final Deque<Step> steps = new ArrayDeque<>();
    private Aside beside = Aside.DONE;
    private boolean isUnderWay; // beside
    private @Nullable Step current;

    /**
     * Shared. Written by: the dispatcher's thread. Read by: a recovery's thread. Safe: volatile, one writer. Proof:
     * SharedFieldsTest.
     */
    private volatile boolean over;

    RecoverySteps(Environment environment) {
        this.environment = environment;
        this.nanos = environment.clock()::nanos;
    }

    /** Adds a step that the caller's thread does, such as a request of its consumer. */
    void here(String doing, Runnable work) {
        steps.add(new Step(doing, false, work));
    }

    /** Adds a step that is done beside the caller's thread. */
    void beside(String doing, Runnable work) {
        steps.add(new Step(doing, true, work));
    }

    /**
     * Does the next step, or looks whether the one that is done beside has come to its end. No step follows another one
     * without a poll between them.
     *
     * @return whether all steps are done
     * @throws RuntimeException what a step has thrown
     */
    boolean advance() {
        if (isUnderWay) {
            isUnderWay = !beside.isDone(LOOK_NS);
            if (isUnderWay) {
                tellIfLong();
            }
        } else {
            begin(steps.remove());
        }
        return !isUnderWay && steps.isEmpty();
    }

    private void begin(Step next) {
        current = next;
        reminder.begin(nanos.getAsLong());
        if (next.isBeside()) {
            isUnderWay = true;
            beside = environment.beside("recovery", next.work());
        } else {
            next.work().run();
        }
    }

    /** Begins no other step. One that is done beside may go on. */
    void end() {
        over = true;
        steps.clear();
    }

    /** Whether nobody waits for the steps any more. Any thread. */
    boolean isOver() {
        return over;
    }

    /** Whether no step is being done beside any more. */
    boolean hasEnded() {
        boolean ended = beside.hasEnded();
        if (!ended) {
            tellIfLong();
        }
        return ended;
    }

    /**
     * Begins no other step, and interrupts the one that is done beside.
     *
     * @param waitNs how long to wait for its end
     */
    void stop(long waitNs) {
        end();
        if (!beside.stop(waitNs)) {
            LOG.warn("The start is left behind, which does not come back from this: {}", doing());
        }
    }

    /** What is being done, for messages. */
    String doing() {
        Step now = current;
        return now == null ? "nothing" : now.doing();
    }

    private void tellIfLong() {
        if (reminder.isDue(nanos.getAsLong())) {
            LOG.warn("The start goes on as soon as this has ended, which takes long: {}", doing());
        }
    }
}
