package org.stoatflow.races;

/**
 * One short encounter of threads over structures of the engine. It is run again and again, each time in another order
 * of the threads' steps. A proof makes all objects that it uses, so that attempts do not affect each other.
 */
public interface Proof extends Runnable {
    /**
     * Lets the threads meet, and checks the outcome.
     *
     * @throws ForbiddenOutcome if a correct engine never reaches the outcome
     */
    void attempt();

    @Override
    default void run() {
        attempt();
    }

    /** The proof's name in the table of shared fields. */
    default String name() {
        return getClass().getSimpleName();
    }
}
