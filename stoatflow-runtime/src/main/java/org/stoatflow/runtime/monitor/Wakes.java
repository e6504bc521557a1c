package org.stoatflow.runtime.monitor;

/** Wakes the threads that step the lanes and the committer of a run. */
public interface Wakes {
    Wakes NONE = new Wakes() {
        @Override
        public void lane(int index) {}

        @Override
        public void committer() {}
    };

    void lane(int index);

    void committer();

    /**
     * Lets the calling lane wait a moment for the committer.
     *
     * @return false where nothing can happen meanwhile, since one thread steps them all
     */
    default boolean pauseLane() {
        return false;
    }

    /** Interrupts the committer in a call that waits for a thread of its producer's, which may not come back. */
    default void interruptCommitter() {}
}
