package org.stoatflow.simulation;

import java.util.random.RandomGenerator;
import org.stoatflow.memorykafka.MemoryProducer;

/**
 * The network thread of a producer: sends some, and calls some back.
 *
 * @param size how much a request carries
 */
record Delivery(String instance, MemoryProducer producer, int size, RandomGenerator random) implements Actor {
    @Override
    public String name() {
        return instance;
    }

    @Override
    public String act() {
        producer.transmit(size * (1 + random.nextInt(4)));
        producer.deliver(size * (1 + random.nextInt(4)));
        return "network";
    }
}
