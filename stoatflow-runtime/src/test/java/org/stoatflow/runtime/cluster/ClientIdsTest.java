package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.apache.kafka.streams.processor.internals.ClientUtils;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.ClientIds;

/** Clients are called as those of Kafka Streams' only thread. */
class ClientIdsTest {
    private final ClientIds ids = new ClientIds("orders");

    @Test
    void shouldBeThoseOfKafkaStreams() {
        assertEquals("orders-StreamThread-1", ids.thread());
        assertEquals(ClientUtils.consumerClientId(ids.thread()), ids.consumer());
        assertEquals(ClientUtils.restoreConsumerClientId(ids.thread()), ids.restoreConsumer());
        assertEquals(ClientUtils.producerClientId(ids.thread()), ids.producer(0));
        assertEquals(ClientUtils.adminClientId("orders"), ids.admin());
        assertNotEquals(ids.producer(0), ids.producer(1));
    }
}
