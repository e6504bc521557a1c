package org.stoatflow.runtime.run;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.WriteLease;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Decides who may write to the state: one run, restore or standby at a time. A committer or a restorer that was left
 * behind, in a call that does not come back, writes nothing more once its lease is ended. Owner: the dispatcher's
 * thread.
 */
public final class WriteLeases {
    /**
     * How long to wait for a write that has begun. RocksDB holds a write up while it compacts, or while the disk does
     * not answer.
     */
    private static final long WRITE_WAIT_NS = TimeSpans.nanos(Duration.ofMinutes(1));

    private final Clock clock;
    private @Nullable WriteLease last;
    private boolean ending;
    private long endingSinceNs; // while it is ending

    public WriteLeases(Clock clock) {
        this.clock = clock;
    }

    /**
     * Ends the last lease, if there is one. The caller asks again until the answer is true.
     *
     * @return whether nothing is being written any more
     * @throws StreamsException if a write does not come back
     */
    public boolean end() {
        if (last == null || last.end()) {
            last = null;
            ending = false;
            return true;
        }
        if (!ending) {
            ending = true;
            endingSinceNs = clock.nanos();
        } else if (clock.nanos() - endingSinceNs > WRITE_WAIT_NS) {
            ending = false;
            throw new StreamsException("A write to the state that began before the restart has not come back within "
                    + TimeUnit.NANOSECONDS.toMillis(WRITE_WAIT_NS) + " ms. Look whether the disk answers");
        }
        return false;
    }

    /** Begins a lease. The last one must have ended, or nothing may be being written with it. */
    public WriteLease begin(StateEngine state) {
        if (!end()) {
            throw new IllegalStateException("a write of the run, restore or standby before is still under way");
        }
        WriteLease begun = new WriteLease(state);
        last = begun;
        return begun;
    }
}
