package org.stoatflow.state.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.StorePartition;
import org.stoatflow.state.UserHold;

/**
 * Who may be in users' stores that are written at once: lanes, also those that are left behind in a call, and who opens
 * stores. A close that must not happen beside them is put off, and is done by who leaves last.
 *
 * <p>Threads: any; the lock guards all fields, and nothing of the user's is called with it. A lane takes it where it
 * begins and where it ends.
 */
final class UserHolds {
    /**
     * Shared. Written by: lanes where they begin and end, who opens stores, the dispatcher's thread. Read by: the same.
     * Safe: a lock, with which nothing of the user's is called. Proof: UserHoldTest.
     */
    private final ReentrantLock lock = new ReentrantLock();

    private final Set<Hold> holds = new HashSet<>();
    private final List<PutOff> putOff = new ArrayList<>();
    private int owed; // closes that were put off and are not done yet
    private @Nullable Runnable last;

    /** A close that waits for those who are in the stores; for everybody where the stores are global. */
    private record PutOff(Set<StorePartition> stores, boolean isGlobal, Runnable close) {}

    private final class Hold implements UserHold {
        private final Set<StorePartition> in;

        Hold(Set<StorePartition> in) {
            this.in = in;
        }

        @Override
        public void leave() {
            UserHolds.this.leave(this);
        }
    }

    /** @param in whose stores are called; global stores are, too */
    UserHold enter(Set<StorePartition> in) {
        Hold entered = new Hold(in);
        locked(() -> holds.add(entered));
        return entered;
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
            first = UserTasks.closed(one.close(), first);
            first = UserTasks.closed(this::done, first);
        }
        if (first != null) {
            throw first;
        }
    }

    private List<PutOff> dueWithout(Hold hold) {
        holds.remove(hold);
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

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
