package org.stoatflow.kernel.counters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;

/**
 * The most frequent keys of a lane: Space-Saving counters (Metwally et al., 2005) over a sample of its records. Counts
 * are halved every {@link #HALF_LIFE_NS}, so that they describe the last half minute, and so that counts of busy and of
 * idle lanes can be added up. The counters keep the key arrays of sampled records, of long keys the beginning only, and
 * none any more whose count has come to nothing.
 *
 * <p>Threads: the lane's thread samples, any thread reads; both hold a lock, which the lane tries at most once for each
 * batch and never waits for.
 *
 * <p>Shared. Written by: the lane, once a batch at most. Read by: metrics, messages. Safe: a lock, which the lane only
 * tries; while somebody looks it takes no sample. Proof: HotKeysTest.
 */
public final class HotKeys {
    /** Number of keys that are counted. A key with more than 1/16 of the sampled records is always among them. */
    static final int KEYS_MAX = 16;

    /** One of this many records is sampled, on average. */
    static final int SAMPLED_ONE_IN = 16;

    /** Time in which a count loses half of its weight. */
    static final long HALF_LIFE_NS = 10_000_000_000L;

    /** The sample of a lane that has had no batch yet. */
    static final Sample NOTHING = new Sample(0, List.of());

    private final SampledKey[] keys = new SampledKey[KEYS_MAX]; // those from `used` on are null
    private final int[] entries = new int[KEYS_MAX];
    private final long[] counts = new long[KEYS_MAX];
    private final long[] errors = new long[KEYS_MAX];
    private final ReentrantLock lock = new ReentrantLock();
    private int used;
    private long total;
    private long agedNs = Long.MIN_VALUE;
    private int skip; // the lane's thread only, like the next field
    private int random = 0x9E3779B9;

    /**
     * A key, and how often it was sampled at least.
     *
     * @param entry entry through which the key came in
     * @param samples a lower bound of how often the key was sampled
     */
    public record Counted(int entry, SampledKey key, long samples) {}

    /**
     * What the lane has sampled lately.
     *
     * @param samples number of sampled records, those without a key included
     * @param keys the most frequent keys, in no order
     */
    public record Sample(long samples, List<Counted> keys) {}

    /** Samples records of a batch. The lane's thread. */
    void sample(Batch batch, long nowNs) {
        int size = batch.size();
        if (skip >= size) {
            skip -= size;
            return;
        }
        if (!lock.tryLock()) {
            return; // another thread reads: the lane samples the next batch instead
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

    /**
     * A random distance to the next sampled record, between 1 and twice the mean, so that keys that come in turns are
     * sampled alike.
     */
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
            if (entries[i] == entry && keys[i].isOf(key, hash)) {
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
        // The new key replaces the rarest one. How often the new key came before is unknown: at most as often as the
        // rarest.
        errors[slot] = counts[slot];
        counts[slot]++;
        entries[slot] = entry;
        keys[slot] = SampledKey.of(key);
    }

    /** How many keys are kept. For tests. */
    int kept() {
        return used;
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
        int kept = 0;
        for (int i = 0; i < used; i++) {
            if (counts[i] >> shift > 0) {
                keys[kept] = keys[i];
                entries[kept] = entries[i];
                counts[kept] = counts[i] >> shift;
                errors[kept] = errors[i] >> shift;
                kept++;
            }
        }
        Arrays.fill(keys, kept, used, null);
        used = kept;
    }

    /** Returns what the lane has sampled lately. Any thread. */
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
