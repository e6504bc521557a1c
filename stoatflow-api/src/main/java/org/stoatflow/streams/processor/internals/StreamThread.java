package org.stoatflow.streams.processor.internals;

/**
 * The states of a thread of Kafka Streams. There are no such threads here, but kstreamplify's probe compares these
 * names with {@link org.stoatflow.streams.ThreadMetadata#threadState()}. Tests of Kafka Streams want a thread.
 */
public final class StreamThread extends Thread {
    private StreamThread() {}

    /** What a thread of Kafka Streams is doing. */
    public enum State {
        /** Waiting for the start. */
        CREATED,
        /** Starting: the engine is never seen so. */
        STARTING,
        /** Without partitions: the engine is never seen so. */
        PARTITIONS_REVOKED,
        /** Restoring the state of its partitions. */
        PARTITIONS_ASSIGNED,
        /** Processing records. */
        RUNNING,
        /** Stopping. */
        PENDING_SHUTDOWN,
        /** Stopped. */
        DEAD;

        /**
         * Whether a thread in this state works or is about to.
         *
         * @return whether it is neither stopping nor stopped
         */
        public boolean isAlive() {
            return switch (this) {
                case STARTING, PARTITIONS_REVOKED, PARTITIONS_ASSIGNED, RUNNING -> true;
                case CREATED, PENDING_SHUTDOWN, DEAD -> false;
            };
        }
    }
}
