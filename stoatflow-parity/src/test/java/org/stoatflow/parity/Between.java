package org.stoatflow.parity;

import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** What a user puts between a library and Kafka's clients: interceptors and reporters, by settings; wrapped clients. */
public interface Between {
    /** Settings of the application. */
    default Map<String, Object> settings() {
        return Map.of();
    }

    /** What the library is given in place of a consumer. */
    default Consumer<byte[], byte[]> wrap(Consumer<byte[], byte[]> consumer) {
        return consumer;
    }

    /** What the library is given in place of a producer. */
    default Producer<byte[], byte[]> wrap(Producer<byte[], byte[]> producer) {
        return producer;
    }
}
