package org.stoatflow.runtime.metrics;

import org.stoatflow.streams.KafkaStreams;

/** The numbers that Kafka Streams' metrics have for the states of an application. */
final class StateNumbers {
    private StateNumbers() {}

    static int of(KafkaStreams.State state) {
        return switch (state) {
            case CREATED -> 0;
            case REBALANCING -> 1;
            case RUNNING -> 2;
            case PENDING_SHUTDOWN -> 3;
            case NOT_RUNNING -> 4;
            case PENDING_ERROR -> 5;
            case ERROR -> 6;
        };
    }
}
