package org.stoatflow.watch;

import java.util.concurrent.TimeUnit;

/**
 * Decides whether tests stand still. It looks at what they do, and not at how long they take, since a slow or busy
 * machine takes many times as long. What counts as progress: a test or a class of tests begins or ends, and a child
 * process comes. Without any, tests may compute for some processor time, and wait for some time. Before the first
 * begins nothing is counted: a JVM that starts on a starved machine computes as little as one that waits.
 *
 * <p>Owned by the thread that looks.
 */
final class Standstill {
    /** For how many seconds nothing may happen while next to nothing is computed. Each wait of a test is shorter. */
    static final int WAITED_S_MAX = 600;
    /** How much processor time may be spent while nothing happens: many times what the dearest test takes. */
    static final long COMPUTED_NS_MAX = 1_200_000_000_000L;
    /** Who uses less than this part of a processor waits: a broker and clients that have nothing to do use less. */
    private static final double WAITING_LOAD_MAX = 0.1;

    private final long waitedNsMax;
    private long lastNs;
    private long lastEvents;
    private long lastComputedNs;
    private long waitedNs;
    private long computedNs;

    /** Begins to look; times are of {@link System#nanoTime}. */
    Standstill(int waitedSecondsMax, long nowNs, long events, long computedNs) {
        waitedNsMax = waitedSecondsMax * 1_000_000_000L;
        lastNs = nowNs;
        lastEvents = events;
        lastComputedNs = computedNs;
    }

    /**
     * Whether the tests stand still.
     *
     * @param events how often something has happened so far
     * @param totalComputedNs processor time so far, of the tests and of their child processes
     */
    boolean isReached(long nowNs, long events, long totalComputedNs) {
        long passedNs = nowNs - lastNs;
        long usedNs = totalComputedNs - lastComputedNs;
        if (events != lastEvents || events == 0) {
            waitedNs = 0;
            computedNs = 0;
        } else {
            computedNs += usedNs;
            waitedNs += usedNs < passedNs * WAITING_LOAD_MAX ? passedNs : 0;
        }
        lastNs = nowNs;
        lastEvents = events;
        lastComputedNs = totalComputedNs;
        return waitedNs >= waitedNsMax || computedNs >= COMPUTED_NS_MAX;
    }

    /** For how long nothing has happened, in words. */
    String text() {
        return "nothing began or ended in " + TimeUnit.NANOSECONDS.toSeconds(waitedNs) + " s of waiting and "
                + TimeUnit.NANOSECONDS.toSeconds(computedNs) + " s of processor time";
    }
}
