package org.stoatflow.kernel.record;

import java.util.ArrayList;
import java.util.List;
import org.stoatflow.kernel.counters.EndToEndTimes;
import org.stoatflow.kernel.time.Clock;

/**
 * Looks at how old records are: at the first of each batch where it comes in, and at the last that has reached a node
 * with none below. Owner: the lane's thread.
 */
public final class WorkAges {
    private final Clock clock;
    private final List<Source> sources = new ArrayList<>();
    private final List<EndToEndTimes> ends = new ArrayList<>();

    WorkAges(Clock clock) {
        this.clock = clock;
    }

    /** Records that come in at one place. */
    public final class Source {
        private final EndToEndTimes ages;
        private boolean isLookedAt;

        private Source(EndToEndTimes ages) {
            this.ages = ages;
        }

        /** A record comes in. */
        public void onRecord(long timestampMs, int partition) {
            if (!isLookedAt) {
                isLookedAt = true;
                ages.onRecord(timestampMs, partition);
                ages.sample(clock.millis());
            }
        }
    }

    /** Adds a place where records come in. Call this before the lane's first step. */
    public Source source(EndToEndTimes ages) {
        Source added = new Source(ages);
        sources.add(added);
        return added;
    }

    /** Adds a node with none below it. Call this before the lane's first step. */
    public void end(EndToEndTimes ages) {
        ends.add(ages);
    }

    /** A batch, a held record or a flush begins. */
    void begin() {
        for (Source source : sources) {
            source.isLookedAt = false;
        }
    }

    /** The batch, held record or flush has ended. */
    void end() {
        if (!ends.isEmpty()) {
            long nowMs = clock.millis();
            for (EndToEndTimes ages : ends) {
                ages.sample(nowMs);
            }
        }
    }
}
