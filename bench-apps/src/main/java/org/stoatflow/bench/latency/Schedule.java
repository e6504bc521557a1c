package org.stoatflow.bench.latency;

/**
 * When each record is due. Open-loop: a record that is sent late keeps its slot, so that the wait counts as latency (no
 * coordinated omission).
 *
 * @param startNs slot of the first record, as {@link System#nanoTime()}
 * @param perSecond records a second
 */
public record Schedule(long startNs, int perSecond) {
    private static final long SECOND_NS = 1_000_000_000L;

    public long slotNs(long number) {
        return startNs + number / perSecond * SECOND_NS + number % perSecond * SECOND_NS / perSecond;
    }

    /** The first record whose slot is not before {@code afterNs} from the start. */
    public long firstFrom(long afterNs) {
        long seconds = afterNs / SECOND_NS;
        long rest = afterNs % SECOND_NS;
        return seconds * perSecond + (rest * perSecond + SECOND_NS - 1) / SECOND_NS;
    }
}
