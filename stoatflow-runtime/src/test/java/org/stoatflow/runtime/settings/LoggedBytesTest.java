package org.stoatflow.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/** A row of as many bytes is one whose changelog record Kafka's producer takes. */
class LoggedBytesTest {
    private static final int REQUEST_BYTES = 1 << 20;
    private static final int WINDOW_BYTES = 16;

    private static int max(Map<String, Object> producer) {
        Map<String, Object> config = new HashMap<>(
                Map.of(StreamsConfig.APPLICATION_ID_CONFIG, "a", StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "b:1"));
        producer.forEach((key, value) -> config.put(StreamsConfig.producerPrefix(key), value));
        return LoggedBytes.max(new StreamsConfig(config), new DefaultKafkaClientSupplier());
    }

    /** As the producer counts before it takes a record, with a session's times and the header of a suppression. */
    @Test
    void shouldLeaveRoomForWhatTheProducerCounts() {
        Header[] headers = {
            new RecordHeader("v", new byte[] {3}),
            new RecordHeader("traceparent", new byte[55]),
            new RecordHeader("tracestate", new byte[512]) // as long as W3C has it at most
        };
        for (int keyBytes : List.of(0, 1, 1_000, max(Map.of()))) {
            byte[] key = new byte[keyBytes + WINDOW_BYTES];
            byte[] value = new byte[max(Map.of()) - keyBytes];
            int counted = AbstractRecords.estimateSizeInBytesUpperBound(
                    RecordBatch.CURRENT_MAGIC_VALUE, CompressionType.NONE, key, value, headers);
            assertTrue(counted <= REQUEST_BYTES, () -> counted + " bytes of a key of " + keyBytes);
        }
    }

    /** It may make them take more, or less. */
    @Test
    void shouldNotGuessWhatProducersOfAUsersSupplierTake() {
        StreamsConfig config = new StreamsConfig(
                Map.of(StreamsConfig.APPLICATION_ID_CONFIG, "a", StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "b:1"));
        assertEquals(Integer.MAX_VALUE, LoggedBytes.max(config, new DefaultKafkaClientSupplier() {}));
    }

    @Test
    void shouldFollowTheUsersProducer() {
        assertEquals(REQUEST_BYTES - 1_024, max(Map.of()));
        assertEquals(8_976, max(Map.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, "10000")));
        assertEquals(3_976, max(Map.of(ProducerConfig.BUFFER_MEMORY_CONFIG, 5_000L)));
        assertEquals(0, max(Map.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 0)));
    }
}
