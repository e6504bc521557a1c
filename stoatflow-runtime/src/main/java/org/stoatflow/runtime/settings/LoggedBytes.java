package org.stoatflow.runtime.settings;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * How large a row of a store may be for the producer to take its changelog record. The producer counts a record before
 * it is compressed, with what stands around key and value.
 */
public final class LoggedBytes {
    /**
     * What is left for more than key and value: 97 bytes at most for the batch and the record, 16 for the window or the
     * session behind a key, 4 for the header of an update that waits, and for headers that a tracing interceptor adds,
     * which the producer counts.
     */
    static final int AROUND_MAX = 1_024;

    private LoggedBytes() {}

    /**
     * Bytes of key and value, which both {@code max.request.size} and {@code buffer.memory} must have room for. Without
     * bound where a supplier of the user's makes the producers: it may give them other settings.
     */
    public static int max(StreamsConfig config, KafkaClientSupplier supplier) {
        if (supplier.getClass() != DefaultKafkaClientSupplier.class) {
            return Integer.MAX_VALUE;
        }
        Map<String, Object> producer = config.getProducerConfigs("rows");
        long record = Math.min(
                number(producer, ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
                number(producer, ProducerConfig.BUFFER_MEMORY_CONFIG));
        return Math.clamp(record - AROUND_MAX, 0, Integer.MAX_VALUE);
    }

    private static long number(Map<String, Object> producer, String key) {
        Object set = producer.get(key);
        Object chosen = set == null ? ProducerConfig.configDef().defaultValues().get(key) : set;
        return Long.parseLong(String.valueOf(chosen).trim());
    }
}
