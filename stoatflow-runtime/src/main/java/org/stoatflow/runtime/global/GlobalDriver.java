package org.stoatflow.runtime.global;

import org.jspecify.annotations.Nullable;

/** Steps a {@link GlobalFollower}, and closes it at the end. */
public interface GlobalDriver {
    /** What has ended the follower, or null. */
    @Nullable
    Throwable failure();

    /** Ends the steps and closes the follower. What it has committed stays. A call of user code may go on behind it. */
    void stop();

    /** Whether no call of user code is under way any more, once it was stopped: the processors are closed then. */
    default boolean isBack() {
        return true;
    }

    /** What a call of user code may be in, for messages. */
    default String doing() {
        return "processors of global stores";
    }
}
