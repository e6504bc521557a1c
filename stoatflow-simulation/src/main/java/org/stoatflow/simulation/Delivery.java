package org.stoatflow.simulation;

import java.util.random.RandomGenerator;
import org.stoatflow.memorykafka.MemoryProducer;

/**
 * The network thread of a producer: sends some, and calls some back.
 *
 * @param size how much a request carries
 * @param lingers whether records stay in the producer until somebody flushes, but for a batch that is full
 */
record Delivery(String instance, MemoryProducer producer, int size, boolean lingers, RandomGenerator random)
        implements Actor {
    private static final int FULL_BATCH_SHARE = 20;

    @Override
    public String name() {
        return instance;
    }

    @Override
    public String act() {
        if (!lingers || random.nextInt(FULL_BATCH_SHARE) == 0) {
            producer.transmit(size * (1 + random.nextInt(4)));
        }
        producer.deliver(size * (1 + random.nextInt(4)));
        return "network";
    }
}
