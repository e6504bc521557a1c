package org.stoatflow.kernel.lane;

import java.util.ArrayDeque;
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
 * The held records of a lane: records that are to be run again, each with the later records that must not overtake it.
 * In a stage by key these are the records of the same key, else those of the same virtual partition. The batches of
 * held records stay outstanding, so their epoch waits for them. Owner: the lane's thread.
 */
final class RetryQueue {
    private final Stage stage;
    private final RetryPolicy policy;
    private final Map<Object, Hold> byOwner = new HashMap<>();
    private final Queue<Hold> byDue = new PriorityQueue<>((one, other) -> Long.compare(one.dueNs - other.dueNs, 0));
    private int size;

    RetryQueue(Stage stage, RetryPolicy policy) {
        this.stage = stage;
        this.policy = policy;
    }

    /** The place of a record in its batch. */
    private record Place(Batch batch, int index) {}

    /** The held records of one key or virtual partition, with the time at which the first of them is due. */
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

        /**
         * How often the first record was run again, the due run included; 0 if the record has only waited behind
         * another.
         */
        int attempts() {
            return attempts;
        }
    }

    /** Whether the configuration asks for retries. */
    boolean isInUse() {
        return policy.isOn();
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Whether the lane may hold more records. */
    boolean hasRoom() {
        return size == 0 || size < policy.heldMax();
    }

    /** Holds a record whose first run failed, until its back-off is over. */
    void add(Batch batch, int index, long nowNs) {
        Hold hold = new Hold(owner(batch, index));
        byOwner.put(hold.owner, hold);
        append(hold, batch, index);
        hold.attempts = 1;
        hold.dueNs = nowNs + policy.waitNs(0);
        byDue.add(hold);
    }

    /** Holds a record behind a held record of its key or virtual partition; false if there is none. */
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

    /** The record that is due next; null if none is held. */
    @Nullable
    Hold next() {
        return byDue.peek();
    }

    /** When the next record is due, by the lane's clock; {@code Long.MAX_VALUE} if none is held. */
    long nextDueNs() {
        Hold next = byDue.peek();
        return next == null ? Long.MAX_VALUE : next.dueNs;
    }

    /**
     * Takes a record that is due; null if none is. The caller runs it and then calls {@link #done} or {@link #again}.
     */
    @Nullable
    Hold takeDue(long nowNs) {
        Hold next = byDue.peek();
        return next == null || next.dueNs - nowNs > 0 ? null : byDue.poll();
    }

    /** The record is done. The record behind it is due at once. */
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

    /** The record has failed again, and is due once more when its back-off is over. */
    void again(Hold hold, long nowNs) {
        hold.dueNs = nowNs + policy.waitNs(hold.attempts);
        hold.attempts++;
        byDue.add(hold);
    }
}
