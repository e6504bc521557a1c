package org.stoatflow.simulation;

import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.state.StateEngine;

/** How a simulated process differs from the real one: not at all, except in tests of the invariants. */
interface Variation {
    Variation NONE = new Variation() {};

    default Producer<byte[], byte[]> producer(Producer<byte[], byte[]> producer) {
        return producer;
    }

    /** The main consumer. */
    default Consumer<byte[], byte[]> consumer(Consumer<byte[], byte[]> consumer) {
        return consumer;
    }

    default StateEngine state(StateEngine state) {
        return state;
    }

    /** Called when a run begins. */
    default void onRun(Run run) {}

    /** Whether the variation breaks epochs, or makes them stuck, on purpose, so that the engine must detect that. */
    default boolean losesEpochs() {
        return false;
    }

    default Map<String, Object> producerConfig(Map<String, Object> config) {
        return config;
    }

    default Map<String, Object> consumerConfig(Map<String, Object> config) {
        return config;
    }

    default Map<String, Object> restoreConsumerConfig(Map<String, Object> config) {
        return config;
    }
}
