package org.stoatflow.kernel.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;

/**
 * The queues through which batches reach a lane. All sources of the lane's stage share one queue, so that their batches
 * stay in the order in which the dispatcher gave them; each other entry, a hop's end or a timer, has one of its own.
 * Where epochs are isolated there are two sets of queues, for epochs of even and of odd numbers. Any thread adds; the
 * lane's thread takes.
 *
 * <p>No queue has a bound of its own. The dispatcher's budget and the marks of hops bound the queues' content
 * (docs/DESIGN.md, "Back-pressure").
 */
public final class Inbox {
    private final int firstEntry;
    private final int[] slots;
    private final int parities;

    /**
     * Shared. Written by: any sender. Read by: the lane. Safe: concurrent queues: one for each hop, and one for all
     * sources, whose batches stay in the dispatcher's order; under exactly-once each twice, by the parity of the epoch
     * number, since at most two are open. A batch has its number before it is added, and a lane looks at the sources'
     * queue after a hop's. Proof: InboxProof, InboxStress, StartProof.
     */
    private final Queue<Batch>[] queues;

    /**
     * Shared. Written by: any sender, before it adds the batch that it gives the number to. Read by: the lane, in the
     * batch. Safe: atomic counter; a number is safe with its batch. What a sender adds after it has seen another batch
     * added has the greater number. Proof: SharedFieldsTest, BatchOrderTest.
     */
    private final AtomicLong arrivals = new AtomicLong();

    private final Runnable wake;

    /**
     * @param slots number of the queue of each entry of the stage, beginning with {@code firstEntry}
     * @param isolated whether epochs have queues of their own
     * @param wake wakes the lane's thread; cheap when that thread already runs
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    public Inbox(int firstEntry, int[] slots, boolean isolated, Runnable wake) {
        this.firstEntry = firstEntry;
        this.slots = slots.clone();
        this.parities = isolated ? 2 : 1;
        this.queues = new Queue[slots.length * parities];
        for (int i = 0; i < queues.length; i++) {
            queues[i] = new ConcurrentLinkedQueue<>();
        }
        this.wake = wake;
    }

    /** Adds a batch, which its epoch must already count, and wakes the lane. */
    public void add(Batch batch) {
        batch.arrival(arrivals.incrementAndGet());
        queues[index(batch.entry(), batch.epoch())].add(batch);
        wake.run();
    }

    /**
     * The next batch of the queue of the entry; the batch may be for any entry that shares the queue. Null if it is
     * empty.
     */
    @Nullable
    public Batch peek(int entry, Epoch epoch) {
        return queues[index(entry, epoch)].peek();
    }

    @Nullable
    public Batch poll(int entry, Epoch epoch) {
        return queues[index(entry, epoch)].poll();
    }

    /** The next batch of the entry's queue, of any epoch; only where epochs are not isolated. */
    @Nullable
    public Batch peekAny(int entry) {
        return queues[slots[entry - firstEntry] * parities].peek();
    }

    @Nullable
    public Batch pollAny(int entry) {
        return queues[slots[entry - firstEntry] * parities].poll();
    }

    /** The earliest epoch among the first batches of all queues, or null if all are empty. */
    @Nullable
    public Epoch earliest() {
        Epoch earliest = null;
        for (Queue<Batch> queue : queues) {
            Batch head = queue.peek();
            if (head != null && (earliest == null || head.epoch().number() < earliest.number())) {
                earliest = head.epoch();
            }
        }
        return earliest;
    }

    /** Number of waiting batches. Walks the queues, so it is for metrics and messages only. */
    public int depth() {
        int depth = 0;
        for (Queue<Batch> queue : queues) {
            depth += queue.size();
        }
        return depth;
    }

    /**
     * Waiting batches of one entry and one epoch.
     *
     * @param epoch number of the epoch
     */
    public record Waiting(int entry, long epoch, int batches) {}

    /**
     * The waiting batches in the order of the queues. Batches of one entry and epoch that follow each other are one
     * element. Walks the queues.
     */
    public List<Waiting> waiting() {
        List<Waiting> all = new ArrayList<>();
        for (Queue<Batch> queue : queues) {
            for (Batch batch : queue) {
                long epoch = batch.epoch().number();
                Waiting last = all.isEmpty() ? null : all.getLast();
                if (last != null && last.entry() == batch.entry() && last.epoch() == epoch) {
                    all.set(all.size() - 1, new Waiting(last.entry(), epoch, last.batches() + 1));
                } else {
                    all.add(new Waiting(batch.entry(), epoch, 1));
                }
            }
        }
        return all;
    }

    void wake() {
        wake.run();
    }

    private int index(int entry, Epoch epoch) {
        int slot = slots[entry - firstEntry];
        return parities == 1 ? slot : slot * 2 + (int) (epoch.number() & 1);
    }
}
