package org.stoatflow.runtime.metrics;

import org.stoatflow.streams.KafkaStreams;

/** The states of Kafka Streams' stream threads that the engine as a whole can be in. */
enum ThreadState {
    CREATED(0),
    STARTING(1),
    PARTITIONS_REVOKED(2),
    PARTITIONS_ASSIGNED(3),
    RUNNING(4),
    PENDING_SHUTDOWN(5),
    DEAD(6);

    private final int number;

    ThreadState(int number) {
        this.number = number;
    }

    /** The number that Kafka Streams gives the state. */
    int number() {
        return number;
    }

    static ThreadState of(KafkaStreams.State state) {
        return switch (state) {
            case CREATED -> CREATED;
            case REBALANCING -> PARTITIONS_ASSIGNED;
            case RUNNING -> RUNNING;
            case PENDING_SHUTDOWN, PENDING_ERROR -> PENDING_SHUTDOWN;
            case NOT_RUNNING, ERROR -> DEAD;
        };
    }
}
