package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.state.HostInfo;

/** What is known of instances and stores, beside Kafka Streams' texts. */
class MetadataTest {
    @Test
    void shouldNotBeAheadOfAChangelog() {
        assertEquals(7, new LagInfo(3, 10).offsetLag());
        assertEquals(0, new LagInfo(10, 3).offsetLag());
        assertEquals(new LagInfo(3, 10), new LagInfo(3, 10));
        assertEquals(new LagInfo(3, 10).hashCode(), new LagInfo(3, 10).hashCode());
        assertNotEquals(new LagInfo(3, 10), new LagInfo(4, 10));
        assertEquals(
                "LagInfo { currentOffsetPosition=3, endOffsetPosition=10, offsetLag=7}", new LagInfo(3, 10).toString());
    }

    @Test
    void shouldSayWhoHasAKeyAsKafkaStreamsDoes() {
        KeyQueryMetadata ours = new KeyQueryMetadata(new HostInfo("a", 1), Set.of(new HostInfo("b", 2)), 3);
        assertEquals(
                new org.apache.kafka.streams.KeyQueryMetadata(
                                new org.apache.kafka.streams.state.HostInfo("a", 1),
                                Set.of(new org.apache.kafka.streams.state.HostInfo("b", 2)),
                                3)
                        .toString(),
                ours.toString());
        assertEquals(
                org.apache.kafka.streams.KeyQueryMetadata.NOT_AVAILABLE.toString(),
                KeyQueryMetadata.NOT_AVAILABLE.toString());
        assertEquals(new KeyQueryMetadata(new HostInfo("a", 1), Set.of(new HostInfo("b", 2)), 3), ours);
        assertNotEquals(new KeyQueryMetadata(new HostInfo("a", 1), Set.of(), 3), ours);
    }

    @Test
    void shouldReadProtocolsInAnyCase() {
        assertEquals(GroupProtocol.STREAMS, GroupProtocol.of("Streams"));
        assertEquals(GroupProtocol.CLASSIC, GroupProtocol.of("classic"));
        assertThrows(IllegalArgumentException.class, () -> GroupProtocol.of("consumer"));
    }
}
