package org.stoatflow.memorykafka;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The producer settings that the model heeds, with Kafka's names and defaults. No transactional id is the empty string.
 */
record ProducerOptions(
        String clientId,
        String transactionalId,
        int transactionTimeoutMs,
        int maxBlockMs,
        int deliveryTimeoutMs,
        int requestBytesMax) {

    static ProducerOptions of(Map<String, ?> values) {
        ClientConfig config = new ClientConfig(values);
        String transactionalId = config.text(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "");
        return new ProducerOptions(
                config.text(ProducerConfig.CLIENT_ID_CONFIG, "producer-" + transactionalId),
                transactionalId,
                config.number(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 60_000),
                config.number(ProducerConfig.MAX_BLOCK_MS_CONFIG, 60_000),
                config.number(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 120_000),
                config.number(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 1_048_576));
    }

    boolean isTransactional() {
        return !transactionalId.isEmpty();
    }
}
