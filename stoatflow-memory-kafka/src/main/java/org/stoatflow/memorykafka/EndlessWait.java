package org.stoatflow.memorykafka;

/**
 * What becomes of a thread that waits in a client for what never comes, since the client's own thread has ended.
 */
@FunctionalInterface
public interface EndlessWait {
    /** Nobody has said: a test that comes here has found an endless wait. */
    EndlessWait REFUSED = call -> {
        throw new IllegalStateException("would wait for ever: " + call);
    };

    /** Returns when somebody interrupts the thread, by throwing what the client throws then. */
    void await(String call);
}
