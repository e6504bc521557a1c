package org.stoatflow.kernel.counters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;

/**
 * Which keys a lane has most of: Space-Saving counters (Metwally et al., 2005) over a sample of its records. Counts are
 * halved every {@link #HALF_LIFE_NS}, so that they tell of the last half minute, and so that those of lanes with more
 * and less to do can be added up. It keeps the key arrays of records that it samples, and allocates nothing.
 *
 * <p>Threads: the lane's thread samples, any thread reads; both under a lock, which the lane tries at most once for a
 * batch and never waits for.
 */
public final class HotKeys {
    /** Keys that are counted. A key with more than 1/16 of the lane's records is always among them. */
    static final int KEYS_MAX = 16;

    /** One of so many records is sampled, on average. */
    static final int SAMPLED_ONE_IN = 16;

    /** Time in which what was counted loses half of its weight. */
    static final long HALF_LIFE_NS = 10_000_000_000L;

    /** Of a lane that had no batch yet. */
    static final Sample NOTHING = new Sample(0, List.of());

    private final byte[][] keys = new byte[KEYS_MAX][];
    private final int[] hashes = new int[KEYS_MAX];
    private final int[] entries = new int[KEYS_MAX];
    private final long[] counts = new long[KEYS_MAX];
    private final long[] errors = new long[KEYS_MAX];
    private final ReentrantLock lock = new ReentrantLock();
    private int used;
    private long total;
    private long agedNs = Long.MIN_VALUE;
    private int skip; // the lane's thread only, like the next
    private int random = 0x9E3779B9;

    /**
     * A key and how often it was sampled, at least.
     *
     * @param entry through which it came in
     * @param samples no more than there were
     */
    public record Counted(int entry, byte[] key, long samples) {}

    /**
     * What was sampled lately.
     *
     * @param samples of all records, those without key included
     * @param keys the most frequent ones, in no order
     */
    public record Sample(long samples, List<Counted> keys) {}

    /** Takes its sample of a batch. The lane's thread. */
    void sample(Batch batch, long nowNs) {
        int size = batch.size();
        if (skip >= size) {
            skip -= size;
            return;
        }
        if (!lock.tryLock()) {
            return; // somebody looks: the sample is taken of the next batch
        }
        try {
            age(nowNs);
            int next = skip;
            while (next < size) {
                count(batch.entry(), batch.keyBytes(next));
                next += gap();
            }
            skip = next - size;
        } finally {
            lock.unlock();
        }
    }

    /** Between 1 and twice the mean, so that records that come in turns are sampled alike. */
    private int gap() {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        return 1 + (random >>> 8) % (2 * SAMPLED_ONE_IN - 1);
    }

    private void count(int entry, byte @Nullable [] key) {
        total++;
        if (key == null) {
            return;
        }
        int hash = Arrays.hashCode(key);
        int least = 0;
        for (int i = 0; i < used; i++) {
            if (hashes[i] == hash && entries[i] == entry && Arrays.equals(keys[i], key)) {
                counts[i]++;
                return;
            }
            if (counts[i] < counts[least]) {
                least = i;
            }
        }
        int slot = least;
        if (used < KEYS_MAX) {
            slot = used++;
            counts[slot] = 0;
        }
        // The rarest makes place. How often the new one came before is unknown: between never and as often as that one.
        errors[slot] = counts[slot];
        counts[slot]++;
        hashes[slot] = hash;
        entries[slot] = entry;
        keys[slot] = key;
    }

    private void age(long nowNs) {
        if (agedNs == Long.MIN_VALUE) {
            agedNs = nowNs;
        }
        long halvings = (nowNs - agedNs) / HALF_LIFE_NS;
        if (halvings <= 0) {
            return;
        }
        agedNs += halvings * HALF_LIFE_NS;
        int shift = (int) Math.min(halvings, Long.SIZE - 1);
        total >>= shift;
        for (int i = 0; i < used; i++) {
            counts[i] >>= shift;
            errors[i] >>= shift;
        }
    }

    /** What was sampled lately. Any thread. */
    Sample take(long nowNs) {
        lock.lock();
        try {
            age(nowNs);
            List<Counted> taken = new ArrayList<>(used);
            for (int i = 0; i < used; i++) {
                if (counts[i] > errors[i]) {
                    taken.add(new Counted(entries[i], keys[i], counts[i] - errors[i]));
                }
            }
            return new Sample(total, taken);
        } finally {
            lock.unlock();
        }
    }
}
