package org.stoatflow.races.pauses;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Stops threads for a moment between two accesses to what they share. The seed chooses where and for how long, for each
 * place and each time that a thread passes it. At any time about a quarter of the places is slow, and a while later
 * others are. At places that are passed very often, threads stop more rarely.
 *
 * <p>Code loaded with {@link PauseSeams} calls {@link #at}, and the methods here in place of those of {@code
 * LockSupport}: a sleeping virtual thread is parked, and would take a wake that is meant for the engine.
 *
 * <p>Threads: any; counters are atomic; all other fields are written before the threads start.
 */
public final class Pauses {
    private static final int SITES = 1 << 13;
    private static final int OFTEN = 2_000;
    private static final int WHILE = 32;
    private static final long SLOW_ONE_IN = 4;
    private static final int ONE_IN_WHERE_SLOW = 4;
    private static final int ONE_IN_ELSEWHERE = 512;
    private static final long SHORTEST_NS = 20_000;
    private static final long LONGEST_NS = 3_000_000;
    private static final Pauses NONE = new Pauses(0, true);

    private static volatile Pauses live = NONE;
    private static final Map<Thread, Semaphore> PERMITS = new ConcurrentHashMap<>();

    private final long seed;
    private final boolean off;
    private final AtomicIntegerArray passed = new AtomicIntegerArray(SITES);
    private final AtomicLong made = new AtomicLong();

    private Pauses(long seed, boolean off) {
        this.seed = seed;
        this.off = off;
    }

    /** Lets threads pause from now on, as the seed chooses. */
    public static void begin(long seed) {
        live = new Pauses(seed, false);
    }

    /** Ends the pauses, and returns how many there were. */
    public static long end() {
        long made = live.made.get();
        live = NONE;
        PERMITS.keySet().removeIf(thread -> !thread.isAlive());
        return made;
    }

    // ---- called by rewritten classes

    /** A place between two accesses, where the thread may pause. */
    public static void at(int site) {
        Pauses now = live;
        if (!now.off) {
            now.pass(site);
        }
    }

    /** In place of {@code LockSupport.park}. */
    public static void park(Object blocker) {
        Semaphore permit = permitOf(Thread.currentThread());
        try {
            permit.acquire();
            permit.drainPermits();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** In place of {@code LockSupport.parkNanos}. */
    public static void parkNanos(Object blocker, long timeNs) {
        Semaphore permit = permitOf(Thread.currentThread());
        try {
            if (permit.tryAcquire(timeNs, TimeUnit.NANOSECONDS)) {
                permit.drainPermits();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** In place of {@code LockSupport.parkNanos}. */
    public static void parkNanos(long timeNs) {
        parkNanos(Pauses.class, timeNs);
    }

    /** In place of {@code LockSupport.unpark}. */
    public static void unpark(@Nullable Thread thread) {
        if (thread != null) {
            permitOf(thread).release();
        }
    }

    private static Semaphore permitOf(Thread thread) {
        return PERMITS.computeIfAbsent(thread, unknown -> new Semaphore(0));
    }

    // ----

    private void pass(int site) {
        int slot = site & SITES - 1;
        int times = passed.getAndIncrement(slot);
        long drawn = mixed(mixed(seed ^ (long) slot << 32) + times);
        if (Math.floorMod(drawn, oneIn(slot, times)) == 0) {
            made.getAndIncrement();
            double length = (drawn >>> 40) / (double) (1 << 24);
            sleep(SHORTEST_NS + (long) (LONGEST_NS * length * length));
        }
    }

    private long oneIn(int slot, int times) {
        boolean slow = Math.floorMod(mixed(mixed(seed - slot) + times / WHILE), SLOW_ONE_IN) == 0;
        return (slow ? ONE_IN_WHERE_SLOW : ONE_IN_ELSEWHERE) * (1L + times / OFTEN);
    }

    private static void sleep(long timeNs) {
        try {
            Thread.sleep(Duration.ofNanos(timeNs));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The mixing function of SplitMix64. */
    private static long mixed(long of) {
        long mixed = (of + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
