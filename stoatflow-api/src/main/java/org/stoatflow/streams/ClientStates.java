package org.stoatflow.streams;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.spi.UserCode;
import org.stoatflow.streams.KafkaStreams.State;
import org.stoatflow.streams.KafkaStreams.StateListener;

/**
 * The state of an application and its one way to change. Written by any thread under the lock, read by any thread
 * without it.
 *
 * <p>The listener is called outside of the lock, and hears of one change after another: by the thread that made the
 * change, or, where the listener is still in another thread, by that one afterwards. So nobody waits for a listener,
 * which may never return: {@code System.exit} does not.
 */
final class ClientStates {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaStreams.class);

    private final String clientId;
    private final Consumer<State> entered;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /**
     * Shared. Written by: any thread, under its lock. Read by: any thread. Safe: volatile, one
     * way to change. Proof: SharedFieldsTest.
     */
    private volatile State state = State.CREATED;

    /** Written under the lock while the state is CREATED. */
    private volatile StateListener listener;

    /** What the listener is still to be told. Guarded by the lock. */
    private final Deque<Change> untold = new ArrayDeque<>();

    /** The thread that tells the listener, or null. Guarded by the lock. */
    private Thread telling;

    private record Change(State newState, State oldState) {}

    /** @param entered is given each state under the lock, in their order */
    ClientStates(String clientId, Consumer<State> entered) {
        this.clientId = clientId;
        this.entered = entered;
    }

    String clientId() {
        return clientId;
    }

    State state() {
        return state;
    }

    /**
     * Runs a setter that is allowed before the start only.
     *
     * @throws IllegalStateException if the application was started
     */
    void beforeStart(String what, Runnable setter) {
        lock.lock();
        try {
            if (!state.hasNotStarted()) {
                throw new IllegalStateException(what + " can only be set before start(); the state is " + state);
            }
            setter.run();
        } finally {
            lock.unlock();
        }
    }

    void listener(StateListener newListener) {
        beforeStart("The state listener", () -> listener = newListener);
    }

    boolean change(State newState) {
        return change(newState, () -> {});
    }

    /**
     * Changes the state.
     *
     * @param beforeTold what must be done whatever the listener does; runs before the listener hears of the change
     * @return false if the change comes too late and is of no interest any more
     * @throws IllegalStateException if the change is never allowed
     */
    boolean change(State newState, Runnable beforeTold) {
        State oldState;
        Thread before; // this one, where a listener changes the state
        lock.lock();
        try {
            oldState = state;
            if (isTooLate(oldState, newState)) {
                return false;
            }
            if (!oldState.isValidTransition(newState)) {
                throw new IllegalStateException(
                        "Client " + clientId + " cannot go from " + oldState + " to " + newState);
            }
            state = newState;
            untold.add(new Change(newState, oldState));
            before = telling;
            if (before == null) {
                telling = Thread.currentThread();
            }
            entered.accept(newState);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            LOG.info("Client {} goes from {} to {}.", clientId, oldState, newState);
            beforeTold.run();
        } finally {
            if (before == null || before.equals(Thread.currentThread())) {
                tellListener(before);
            }
        }
        return true;
    }

    /** Changes that lose a race with closing, and repeated ones, are refused without an error. */
    private static boolean isTooLate(State oldState, State newState) {
        return switch (oldState) {
            case CREATED, RUNNING -> false;
            case REBALANCING -> newState == State.REBALANCING;
            case PENDING_SHUTDOWN -> newState != State.NOT_RUNNING;
            case PENDING_ERROR -> newState != State.ERROR;
            case NOT_RUNNING ->
                newState == State.PENDING_SHUTDOWN || newState == State.NOT_RUNNING || newState == State.PENDING_ERROR;
            case ERROR ->
                newState == State.PENDING_ERROR || newState == State.ERROR || newState == State.PENDING_SHUTDOWN;
        };
    }

    /** @param before the thread that told the listener before this one began to */
    private void tellListener(Thread before) {
        for (Change next = nextUntold(before); next != null; next = nextUntold(before)) {
            tell(next);
        }
    }

    /** What is to be told next; or null, after which this thread tells nothing more. */
    private Change nextUntold(Thread before) {
        lock.lock();
        try {
            Change next = untold.poll();
            if (next == null) {
                telling = before;
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void tell(Change change) {
        StateListener known = listener;
        if (known != null) {
            UserCode.guarded(
                    "state listener, of the change from " + change.oldState() + " to " + change.newState(),
                    () -> known.onChange(change.newState(), change.oldState()));
        }
    }

    /**
     * Waits for an end state.
     *
     * @return whether it was reached in time
     */
    boolean awaitEnd(long timeoutMs) {
        Set<State> ends = EnumSet.of(State.NOT_RUNNING, State.ERROR);
        boolean interrupted = false;
        lock.lock();
        try {
            long leftNs = TimeSpans.nanos(timeoutMs);
            while (!ends.contains(state) && leftNs > 0) {
                try {
                    leftNs = changed.awaitNanos(leftNs);
                } catch (InterruptedException wakeUp) {
                    interrupted = true;
                }
            }
            return ends.contains(state);
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
