package org.stoatflow.kernel.timer;

import java.util.Arrays;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.clock.StreamTimes;
import org.stoatflow.kernel.epoch.Epoch;

/**
 * Up to which time a group of operators that keep their rows has forwarded them, by the slots of a lane
 * (docs/design/017). It is kept with the epoch of the results, as a clock. Owner: the lane's thread.
 */
final class ForwardedTimes {
    private final StreamClocks clocks;
    private final int firstClock;
    private final long[] times;

    /** @param firstClock of the lane's first slot */
    ForwardedTimes(StreamClocks clocks, int firstClock, int slots) {
        this.clocks = clocks;
        this.firstClock = firstClock;
        times = new long[slots];
        Arrays.fill(times, StreamTimes.UNKNOWN);
    }

    /** Where the state has no time yet, what the group's clock has closed counts as forwarded. */
    void open(int slot, long groupMs) {
        if (clocks.complete(firstClock + slot) == StreamTimes.UNKNOWN) {
            clocks.raise(firstClock + slot, groupMs);
        }
    }

    /** The time of complete epochs. */
    long complete(int slot) {
        return clocks.complete(firstClock + slot);
    }

    /** The time of complete epochs, and of this lane's work since. */
    long get(int slot) {
        return Math.max(times[slot], clocks.complete(firstClock + slot));
    }

    void raise(int slot, long timeMs) {
        times[slot] = Math.max(times[slot], timeMs);
    }

    void tell(Epoch epoch, int slot) {
        epoch.observe(firstClock + slot, times[slot]);
    }
}
