package org.stoatflow.runtime.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.status.ApplicationStatus;

/**
 * What was told last, for the application's status.
 *
 * <p>Shared. Written by: dispatcher, but the commit by the committer. Read by: status. Safe: volatile, one writer each,
 * immutable objects. Proof: SharedFieldsTest.
 */
final class LatestEvents {
    private static final int FAILURES_KEPT = 5;

    private volatile @Nullable RestoreProgress following;
    private volatile @Nullable Duration lastCommit;
    private volatile List<ApplicationStatus.Failure> failures = List.of();

    // ---- the dispatcher's thread

    void onFollowing(@Nullable RestoreProgress progress) {
        following = progress;
    }

    void onFailure(ApplicationStatus.Failure failure) {
        List<ApplicationStatus.Failure> now = new ArrayList<>(failures);
        now.add(failure);
        failures = List.copyOf(now.subList(Math.max(0, now.size() - FAILURES_KEPT), now.size()));
    }

    // ---- the committer's thread

    void onCommitted(long tookNs) {
        lastCommit = Duration.ofNanos(tookNs);
    }

    // ---- any thread

    /** What a standby follows; null where there is none. */
    @Nullable
    RestoreProgress following() {
        return following;
    }

    /** How long the last commit took; null before the first. */
    @Nullable
    Duration lastCommit() {
        return lastCommit;
    }

    /** The last failures, the oldest first. */
    List<ApplicationStatus.Failure> failures() {
        return failures;
    }
}
