package org.stoatflow.runtime.sink;

/**
 * Records whose answers a committer waits for. The thread of a producer brings them, which may have ended, or may be in
 * code of the user's that does not return.
 */
@FunctionalInterface
public interface AwaitedAnswers {
    /** How many answers are missing; it only falls while the committer waits. Any thread. */
    int missing();
}
