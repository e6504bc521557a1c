package org.stoatflow.streams;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Makes the Kafka clients of an application. Called by engine threads; each call makes a new client. */
public interface KafkaClientSupplier {
    /**
     * Makes an admin client.
     *
     * @param config the client's configuration
     * @return a new client
     * @throws UnsupportedOperationException by default
     */
    default Admin getAdmin(Map<String, Object> config) {
        throw new UnsupportedOperationException(getClass().getName() + " does not implement getAdmin");
    }

    /**
     * Makes a producer.
     *
     * @param config the client's configuration
     * @return a new client
     */
    Producer<byte[], byte[]> getProducer(Map<String, Object> config);

    /**
     * Makes the consumer that reads the sources.
     *
     * @param config the client's configuration
     * @return a new client
     */
    Consumer<byte[], byte[]> getConsumer(Map<String, Object> config);

    /**
     * Makes a consumer that reads changelogs.
     *
     * @param config the client's configuration
     * @return a new client
     */
    Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config);

    /**
     * Makes a consumer that reads global tables.
     *
     * @param config the client's configuration
     * @return a new client
     */
    Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config);
}
