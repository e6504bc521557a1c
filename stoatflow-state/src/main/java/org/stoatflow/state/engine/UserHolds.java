package org.stoatflow.state.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.StorePartition;
import org.stoatflow.state.UserHold;

/**
 * Who may be in users' stores: lanes, also those that are left behind in a call, who opens stores, and committers and
 * restorers, each for one write. A close that must not happen beside them is put off, and is done by who leaves last.
 *
 * <p>Threads: any; the lock guards all fields, and nothing of the user's is called with it. A lane takes it where it
 * begins and where it ends.
 */
final class UserHolds {
    private static final Logger LOG = LoggerFactory.getLogger(UserHolds.class);

    /**
     * Shared, with {@code left}. Written by: lanes where they begin and end, who opens or writes stores, the
     * dispatcher's thread. Read by: the same. Safe: a lock, with which nothing of the user's is called. Proof:
     * UserHoldTest, UserWriteHoldTest.
     */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition left = lock.newCondition(); // somebody has

    private final Set<Hold> holds = new HashSet<>();
    private final List<PutOff> putOff = new ArrayList<>();
    private int owed; // closes that were put off and are not done yet
    private @Nullable Runnable last;

    /** A close that waits for those who are in the stores; for everybody where the stores are global. */
    private record PutOff(Set<StorePartition> stores, boolean isGlobal, Runnable close) {}

    private final class Hold implements UserHold {
        private final Set<StorePartition> in;
        private final boolean isAwaited;

        Hold(Set<StorePartition> in, boolean isAwaited) {
            this.in = in;
            this.isAwaited = isAwaited;
        }

        @Override
        public void leave() {
            UserHolds.this.leave(this);
        }
    }

    /** @param in whose stores are called; global stores are, too */
    UserHold enter(Set<StorePartition> in) {
        return enter(new Hold(in, false));
    }

    private UserHold enter(Hold entered) {
        locked(() -> holds.add(entered));
        return entered;
    }

    /**
     * Does one thing in the stores, which lasts as long as the user's code. What was put off until then is done behind
     * it.
     *
     * @param isAwaited whether {@link #awaitShort} waits for it
     */
    void during(Set<StorePartition> in, boolean isAwaited, Runnable calls) {
        UserHold hold = enter(new Hold(in, isAwaited));
        try {
            calls.run();
        } finally {
            try {
                hold.leave();
            } catch (RuntimeException | Error failure) { // is not of these calls, and who closed them has gone on
                LOG.warn("What was put off until the end of a call of users' stores has failed", failure);
            }
        }
    }

    /** Waits for those who are to leave soon, until a time at most, whether or not the thread is interrupted. */
    void awaitShort(long deadlineNs) {
        boolean wasInterrupted = Thread.interrupted();
        lock.lock();
        try {
            while (holds.stream().anyMatch(hold -> hold.isAwaited) && deadlineNs - System.nanoTime() > 0) {
                try {
                    left.awaitNanos(deadlineNs - System.nanoTime());
                } catch (InterruptedException interrupted) {
                    wasInterrupted = true;
                }
            }
        } finally {
            lock.unlock();
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Whether somebody may be in the stores.
     *
     * @param isGlobal whether everybody may be in them
     */
    boolean isHeld(Set<StorePartition> stores, boolean isGlobal) {
        return locked(() -> isGlobal
                ? !holds.isEmpty()
                : holds.stream().anyMatch(hold -> hold.in.stream().anyMatch(stores::contains)));
    }

    /**
     * Puts a close off, where somebody may be in the stores.
     *
     * @return false where nobody is; then the caller closes
     */
    boolean putOff(Set<StorePartition> stores, boolean isGlobal, Runnable close) {
        return locked(() -> {
            boolean held = isHeld(stores, isGlobal);
            if (held) {
                putOff.add(new PutOff(stores, isGlobal, close));
                owed++;
            }
            return held;
        });
    }

    /** Does something once nothing is put off any more: at once, or behind the last close. To be called once. */
    void after(Runnable work) {
        boolean isDue = locked(() -> {
            last = owed > 0 ? work : null;
            return owed == 0;
        });
        if (isDue) {
            work.run();
        }
    }

    private void leave(Hold hold) {
        RuntimeException first = null;
        for (PutOff one : locked(() -> dueWithout(hold))) {
            first = closed(one.close(), first);
            first = closed(this::done, first);
        }
        if (first != null) {
            throw first;
        }
    }

    private List<PutOff> dueWithout(Hold hold) {
        holds.remove(hold);
        left.signalAll();
        List<PutOff> due = putOff.stream()
                .filter(one -> !isHeld(one.stores(), one.isGlobal()))
                .toList();
        putOff.removeAll(due);
        return due;
    }

    private void done() {
        Runnable behind = locked(() -> {
            owed--;
            Runnable due = owed == 0 ? last : null;
            return due == null ? () -> {} : due;
        });
        behind.run();
    }

    /** Does it, and returns what failed first. */
    static @Nullable RuntimeException closed(Runnable closing, @Nullable RuntimeException before) {
        try {
            closing.run();
            return before;
        } catch (RuntimeException failure) {
            if (before == null) {
                return failure;
            }
            before.addSuppressed(failure);
            return before;
        }
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
