package org.stoatflow.races;

/**
 * One short encounter of threads over structures of the engine, to be run again and again, each time in another order
 * of their steps. It makes all that it uses, so that one attempt knows nothing of another.
 */
public interface Proof extends Runnable {
    /**
     * Lets the threads meet, and looks at what they leave.
     *
     * @throws ForbiddenOutcome if it can never be
     */
    void attempt();

    @Override
    default void run() {
        attempt();
    }

    /** As the table of shared fields names it. */
    default String name() {
        return getClass().getSimpleName();
    }
}
