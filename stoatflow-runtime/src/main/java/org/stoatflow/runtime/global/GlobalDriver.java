package org.stoatflow.runtime.global;

import org.jspecify.annotations.Nullable;

/** Steps a {@link GlobalFollower}, and closes it at the end. */
public interface GlobalDriver {
    /** What has ended the follower, or null. */
    @Nullable
    Throwable failure();

    /** Ends the steps and closes the follower. What it has committed stays. */
    void stop();
}
