package org.stoatflow.kernel.error;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts dropped records by reason, and logs the 1st, 10th, 100th and so on of each reason, so that bad input cannot
 * flood the log. One thread writes, the lane's or the committer's; any thread reads, a moment late.
 */
public final class DropCounts {
    private static final Logger LOG = LoggerFactory.getLogger(DropCounts.class);

    private final Map<ErrorDrop, Count> counts = new EnumMap<>(ErrorDrop.class); // not changed after construction

    /** The number of drops of one reason, and the number at which the next line is logged. */
    private static final class Count extends AtomicLong {
        private static final long serialVersionUID = 1L;

        private long nextToLog = 1;
    }

    public DropCounts() {
        this(null);
    }

    /** @param before counts of the previous run, whose log lines are not repeated; or null */
    public DropCounts(@Nullable DropCounts before) {
        for (ErrorDrop reason : ErrorDrop.values()) {
            Count count = new Count();
            if (before != null) {
                count.set(before.of(reason));
                count.nextToLog = before.count(reason).nextToLog;
            }
            counts.put(reason, count);
        }
    }

    /** Counts a dropped record, and logs it if its number is due for a line. */
    public void onDropped(ErrorDrop reason, Object where, Object why) {
        Count count = count(reason);
        long now = count.get() + 1;
        count.lazySet(now); // one writer
        if (now == count.nextToLog) {
            count.nextToLog *= 10;
            LOG.warn("Dropped a record as {}, which makes {}: {}: {}", reason, now, where, String.valueOf(why));
        }
    }

    public long of(ErrorDrop reason) {
        return count(reason).get();
    }

    /** The number of dropped records over all reasons. */
    public long total() {
        return counts.values().stream().mapToLong(Count::get).sum();
    }

    private Count count(ErrorDrop reason) {
        Count count = counts.get(reason);
        if (count == null) {
            throw new IllegalStateException("no counter for " + reason);
        }
        return count;
    }
}
