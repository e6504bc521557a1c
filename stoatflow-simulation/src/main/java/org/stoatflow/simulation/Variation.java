package org.stoatflow.simulation;

import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.state.StateEngine;

/** How a simulated process differs from the real one; nothing, but in tests that prove the invariants. */
interface Variation {
    Variation NONE = new Variation() {};

    default Producer<byte[], byte[]> producer(Producer<byte[], byte[]> producer) {
        return producer;
    }

    default StateEngine state(StateEngine state) {
        return state;
    }

    /** A run begins. */
    default void onRun(Run run) {}

    /** Whether epochs are lost on purpose, and the engine is to find that out. */
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
