package org.stoatflow.operator;

/**
 * The windows of a stream-stream join, as the left side sees them. All in milliseconds.
 *
 * @param beforeMs how much earlier than the left record the right one may be
 * @param afterMs how much later it may be
 * @param graceMs how long a window waits for late records after its end
 */
public record JoinBounds(long beforeMs, long afterMs, long graceMs) {
    /** How much later than a record of the side its partner may be. */
    long afterMs(boolean left) {
        return left ? afterMs : beforeMs;
    }

    /** How much earlier than a record of the side its partner may be. */
    long beforeMs(boolean left) {
        return left ? beforeMs : afterMs;
    }

    /** Whether the window of a side's record waits at a time. */
    boolean isOpen(boolean left, long timestamp, long nowMs) {
        return waitsUntilMs(left, timestamp) >= nowMs;
    }

    /**
     * The last time at which the window of a side's record waits. As in Kafka Streams the sum may overflow, and then
     * the window has closed when its record comes.
     */
    long waitsUntilMs(boolean left, long timestamp) {
        return timestamp + afterMs(left) + graceMs;
    }
}
