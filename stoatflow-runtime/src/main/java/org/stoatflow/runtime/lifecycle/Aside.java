package org.stoatflow.runtime.lifecycle;

/**
 * Work that is done beside the dispatcher's thread, which polls the group meanwhile. Owner: the dispatcher's thread.
 */
public interface Aside {
    /** Work that was done at once. */
    Aside DONE = new Aside() {
        @Override
        public boolean isDone(long waitNs) {
            return true;
        }

        @Override
        public boolean hasEnded() {
            return true;
        }

        @Override
        public boolean stop(long waitNs) {
            return true;
        }
    };

    /**
     * Waits for the work, for so long at most.
     *
     * @return whether it is done
     * @throws RuntimeException what the work has thrown
     */
    boolean isDone(long waitNs);

    /** Whether nothing is being done any more, well or not. Does not wait. */
    boolean hasEnded();

    /**
     * Interrupts the work, and waits for its end.
     *
     * @return whether it has ended
     */
    boolean stop(long waitNs);
}
