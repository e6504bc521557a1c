package org.stoatflow.memorykafka;

/**
 * Whether a client reaches the broker in time. While the broker is down a call waits for it, by advancing the clock,
 * and gives up at its timeout.
 */
final class Network {
    private final ClusterClock clock;
    private long downUntilMs;

    Network(ClusterClock clock) {
        this.clock = clock;
    }

    void goDown(long untilMs) {
        downUntilMs = Math.max(downUntilMs, untilMs);
    }

    boolean isUp() {
        return clock.nowMs() >= downUntilMs;
    }

    /** Waits up to the timeout for the broker. False: the time has passed and the broker is still down. */
    boolean reach(long timeoutMs) {
        if (isUp()) {
            return true;
        }
        long waitMs = Math.min(timeoutMs, downUntilMs - clock.nowMs());
        clock.advanceMs(waitMs);
        return isUp();
    }
}
