package org.stoatflow.runtime.cluster;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a member tells its group, and what it was told last. Stands between the assignor, which Kafka's consumer makes,
 * and whoever polls that consumer; belongs to that thread.
 */
public final class AssignmentExchange {
    private final MemberSettings own;
    private @Nullable AssignmentInfo last;
    private int assignments;

    public AssignmentExchange(MemberSettings own) {
        this.own = own;
    }

    /** What this member goes by. */
    public MemberSettings own() {
        return own;
    }

    /** A rebalance has ended; null if its leader has told nothing. */
    void onAssignment(@Nullable AssignmentInfo told) {
        last = told;
        assignments++;
    }

    /** How many assignments have come, each after a rebalance. */
    public int assignments() {
        return assignments;
    }

    /** What came with the last assignment. */
    public Optional<AssignmentInfo> last() {
        return Optional.ofNullable(last);
    }
}
