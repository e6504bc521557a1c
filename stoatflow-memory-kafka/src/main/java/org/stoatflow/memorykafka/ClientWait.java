package org.stoatflow.memorykafka;

/** What becomes of a thread that waits in a client for what does not come: its time passes, or it is interrupted. */
@FunctionalInterface
public interface ClientWait {
    /** There is no end but an interrupt. */
    long FOR_EVER = Long.MAX_VALUE;

    /** Returns when it is this time by the clock; where somebody interrupts before, throws what the client throws. */
    void await(String call, long untilMs);

    /** Nobody can interrupt: time goes on at once. Who would wait for ever has found an endless wait. */
    static ClientWait of(ClusterClock clock) {
        return (call, untilMs) -> {
            if (untilMs == FOR_EVER) {
                throw new IllegalStateException("would wait for ever: " + call);
            }
            clock.advanceMs(Math.max(0, untilMs - clock.nowMs()));
        };
    }
}
