package org.stoatflow.kernel.lane;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.kernel.plan.Stage;

/**
 * Records of a lane that are to be run again, each with the later ones that must not overtake it: those of its key
 * where the stage shares out by key, else those of its virtual partition. Their batches stay outstanding meanwhile, so
 * the epoch waits for them, until there is no room for more. Owner: the lane's thread.
 */
final class RetryQueue {
    private final Stage stage;
    private final RetryPolicy policy;
    private final Map<Object, Hold> byOwner = new HashMap<>();
    private final Queue<Hold> byDue = new PriorityQueue<>(Comparator.comparingLong(hold -> hold.dueNs));
    private int size;

    RetryQueue(Stage stage, RetryPolicy policy) {
        this.stage = stage;
        this.policy = policy;
    }

    /** A record in its batch. */
    private record Place(Batch batch, int index) {}

    /** A record that is to be run again at a time, with those behind it. */
    static final class Hold {
        private final Object owner;
        private final Deque<Place> records = new ArrayDeque<>();
        private int attempts;
        private long dueNs;

        private Hold(Object owner) {
            this.owner = owner;
        }

        Batch batch() {
            return records.getFirst().batch();
        }

        int index() {
            return records.getFirst().index();
        }

        /** How often the record was run again, with the run that is due; 0 if it only waited behind another. */
        int attempts() {
            return attempts;
        }
    }

    /** Whether records are run again at all. */
    boolean isInUse() {
        return policy.isOn();
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Whether fewer are held than may be. */
    boolean hasRoom() {
        return size == 0 || size < policy.heldMax();
    }

    /** Holds a record that was run for the first time, until its back-off is over. */
    void add(Batch batch, int index, long nowNs) {
        Hold hold = new Hold(owner(batch, index));
        byOwner.put(hold.owner, hold);
        append(hold, batch, index);
        hold.attempts = 1;
        hold.dueNs = nowNs + policy.waitNs(0);
        byDue.add(hold);
    }

    /** Holds a record behind an earlier one of its key or partition; false if there is none. */
    boolean addBehind(Batch batch, int index) {
        Hold hold = byOwner.get(owner(batch, index));
        if (hold == null) {
            return false;
        }
        append(hold, batch, index);
        return true;
    }

    private void append(Hold hold, Batch batch, int index) {
        hold.records.add(new Place(batch, index));
        batch.hold();
        size++;
    }

    private Object owner(Batch batch, int index) {
        byte[] key = batch.keyBytes(index);
        return stage.isByKey() && key != null
                ? Bytes.wrap(stage.keysOf(batch.entry()).of(key))
                : Integer.valueOf(batch.partition(index));
    }

    /** What is due next; null if nothing is held. */
    @Nullable
    Hold next() {
        return byDue.peek();
    }

    /** When the next record is due, by the lane's clock; the longest time if none is held. */
    long nextDueNs() {
        Hold next = byDue.peek();
        return next == null ? Long.MAX_VALUE : next.dueNs;
    }

    /** A record that is due, to be followed by {@link #done} or {@link #again}; null if there is none. */
    @Nullable
    Hold takeDue(long nowNs) {
        Hold next = byDue.peek();
        return next == null || next.dueNs > nowNs ? null : byDue.poll();
    }

    /** The record is done; the one behind it is due at once. */
    void done(Hold hold, long nowNs) {
        hold.records.removeFirst().batch().letGo();
        size--;
        if (hold.records.isEmpty()) {
            byOwner.remove(hold.owner);
        } else {
            hold.attempts = 0;
            hold.dueNs = nowNs;
            byDue.add(hold);
        }
    }

    /** The record is to be run once more, when its back-off is over. */
    void again(Hold hold, long nowNs) {
        hold.dueNs = nowNs + policy.waitNs(hold.attempts);
        hold.attempts++;
        byDue.add(hold);
    }
}
