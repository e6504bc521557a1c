package org.stoatflow.localkafka;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * How long to wait for other processes on a machine that has more to do than it can: limits are meant for what hangs,
 * and not for what is slow. A limit is given for a machine with a processor for each that wants one, and is longer by
 * as much as there are more of these. Usable from any thread.
 */
public final class Patience {
    private static final double MOST = 10;

    private Patience() {}

    /** Whether the wait that began at this {@link System#nanoTime} has lasted longer than the limit allows now. */
    public static boolean isOver(long beginNs, Duration limit) {
        long waitedNs = System.nanoTime() - beginNs;
        return waitedNs > limit.toNanos() && waitedNs > limit.toNanos() * factor(load(), processors());
    }

    /**
     * By what a limit is longer.
     *
     * @param load the average number of threads that run or would run; negative where the system does not tell
     */
    static double factor(double load, int processors) {
        return Math.clamp(load / processors, 1, MOST);
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }
}
