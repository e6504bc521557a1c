package org.stoatflow.examples.demo;

/**
 * When each line is due. Open-loop: a line that is sent late keeps its slot, so that the wait counts as latency (no
 * coordinated omission).
 */
record Slots(long startNs, int linesPerSecond) {
    private static final long SECOND_NS = 1_000_000_000L;

    long slotNs(long line) {
        long seconds = line / linesPerSecond;
        return startNs + seconds * SECOND_NS + line % linesPerSecond * SECOND_NS / linesPerSecond;
    }
}
