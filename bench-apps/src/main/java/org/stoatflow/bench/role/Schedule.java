package org.stoatflow.bench.role;

import java.time.Duration;
import java.time.Instant;

/**
 * When each record is due. Open-loop: a record that is sent late keeps its slot, so that the wait counts as latency (no
 * coordinated omission).
 *
 * @param startNs slot of the first record, in nanoseconds since 1970
 * @param perSecond records a second
 */
public record Schedule(long startNs, int perSecond) {
    private static final long SECOND_NS = 1_000_000_000L;

    /** All windows' sizes divide it, so windows lie at the same places of each run. */
    private static final long EVENT_TIME_STEP_MS = Duration.ofHours(6).toMillis();

    /** A schedule that begins after {@code lead}. */
    public static Schedule in(Duration lead, int perSecond) {
        return new Schedule(nowNs() + lead.toNanos(), perSecond);
    }

    /** Now, on the clock of schedules. */
    public static long nowNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * SECOND_NS + now.getNano();
    }

    public long slotNs(long number) {
        return startNs + number / perSecond * SECOND_NS + number % perSecond * SECOND_NS / perSecond;
    }

    /** The first record whose slot is not before {@code afterNs} from the start. */
    public long firstFrom(long afterNs) {
        long seconds = afterNs / SECOND_NS;
        long rest = afterNs % SECOND_NS;
        return seconds * perSecond + (rest * perSecond + SECOND_NS - 1) / SECOND_NS;
    }

    /**
     * Where the event time of the run begins, in milliseconds since 1970: some hours ago, as brokers refuse the future.
     */
    long eventTimeMs() {
        long startMs = startNs / 1_000_000;
        return startMs - startMs % EVENT_TIME_STEP_MS - EVENT_TIME_STEP_MS;
    }
}
