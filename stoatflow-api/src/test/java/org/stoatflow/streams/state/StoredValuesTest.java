package org.stoatflow.streams.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.processor.api.Record;

/** Values of stores, their formats and serdes, beside those of Kafka Streams. */
class StoredValuesTest {
    private static final Headers HEADERS = new RecordHeaders().add("k", new byte[] {1});

    @Test
    void shouldPutTimestampsAndHeadersInFrontAsKafkaStreamsDoes() {
        for (byte[] value : new byte[][] {null, {}, {1}, {0, -1, 7, 8, 9, 10, 11, 12, 13}}) {
            assertArrayEquals(
                    org.apache.kafka.streams.state.TimestampedBytesStore.convertToTimestampedFormat(value),
                    TimestampedBytesStore.convertToTimestampedFormat(value));
            assertArrayEquals(
                    org.apache.kafka.streams.state.HeadersBytesStore.convertToHeaderFormat(value),
                    HeadersBytesStore.convertToHeaderFormat(value));
            assertArrayEquals(
                    org.apache.kafka.streams.state.HeadersBytesStore.convertFromPlainToHeaderFormat(value),
                    HeadersBytesStore.convertFromPlainToHeaderFormat(value));
        }
    }

    /** A store gives headers of its own class, a record of another one. */
    @Test
    void shouldBeEqualWhateverClassTheHeadersAre() {
        Headers ofRecord = new Record<>("k", "v", 0, HEADERS).headers();
        ValueTimestampHeaders<String> put = ValueTimestampHeaders.make("v", 1, ofRecord);
        ValueTimestampHeaders<String> got = ValueTimestampHeaders.make("v", 1, HEADERS);
        assertEquals(put, got);
        assertEquals(got, put);
        assertEquals(got.hashCode(), put.hashCode());
        assertEquals(AggregationWithHeaders.make(1, ofRecord), AggregationWithHeaders.make(1, HEADERS));
        assertEquals(AggregationWithHeaders.make(1, HEADERS), AggregationWithHeaders.make(1, ofRecord));
    }

    @Test
    void shouldHaveNoValueWithHeadersWithoutAValue() {
        assertNull(ValueTimestampHeaders.make(null, 1, HEADERS));
        assertNull(ValueTimestampHeaders.getValueOrNull(null));
        assertNull(ValueTimestampHeaders.makeAllowNullable(null, 1, HEADERS).value());
        assertEquals(
                new RecordHeaders(), ValueTimestampHeaders.make("v", 1, null).headers());
        assertSame(HEADERS, ValueTimestampHeaders.make("v", 1, HEADERS).headers());
        assertEquals("v", ValueTimestampHeaders.getValueOrNull(ValueTimestampHeaders.make("v", 1, HEADERS)));
        assertEquals(
                ValueTimestampHeaders.make("v", 1, new RecordHeaders(HEADERS)),
                ValueTimestampHeaders.make("v", 1, HEADERS));
        assertNotEquals(ValueTimestampHeaders.make("v", 2, HEADERS), ValueTimestampHeaders.make("v", 1, HEADERS));
        assertNotEquals(ValueTimestampHeaders.make("v", 1, null), ValueTimestampHeaders.make("v", 1, HEADERS));
        assertEquals(
                org.apache.kafka.streams.state.ValueTimestampHeaders.make("v", 1, HEADERS)
                        .toString(),
                ValueTimestampHeaders.make("v", 1, HEADERS).toString());
    }

    @Test
    void shouldHaveNoAggregateWithHeadersWithoutAnAggregate() {
        assertNull(AggregationWithHeaders.make(null, null));
        assertNull(AggregationWithHeaders.getAggregationOrNull(null));
        assertNull(AggregationWithHeaders.makeAllowNullable(null, HEADERS).aggregation());
        assertThrows(NullPointerException.class, () -> AggregationWithHeaders.make("a", null));
        assertThrows(NullPointerException.class, () -> AggregationWithHeaders.makeAllowNullable(null, null));
        assertEquals(
                AggregationWithHeaders.make("a", new RecordHeaders(HEADERS)),
                AggregationWithHeaders.make("a", HEADERS));
        assertNotEquals(
                AggregationWithHeaders.make("a", new RecordHeaders()), AggregationWithHeaders.make("a", HEADERS));
        assertEquals(
                org.apache.kafka.streams.state.AggregationWithHeaders.make("a", HEADERS)
                        .toString(),
                AggregationWithHeaders.make("a", HEADERS).toString());
    }

    @Test
    void shouldCompareVersionsByValueAndTimes() {
        assertEquals(new VersionedRecord<>("v", 1, 500), new VersionedRecord<>("v", 1, 500));
        assertNotEquals(new VersionedRecord<>("v", 1, 500), new VersionedRecord<>("v", 1));
        assertNotEquals(new VersionedRecord<>("v", 2), new VersionedRecord<>("v", 1));
        assertEquals(Optional.of(500L), new VersionedRecord<>("v", 1, 500).validTo());
        assertThrows(NullPointerException.class, () -> new VersionedRecord<>(null, 1));
        assertThrows(NullPointerException.class, () -> new VersionedRecord<>(null, 1, 2));
        assertEquals(
                new org.apache.kafka.streams.state.VersionedRecord<>("v", 1, 500).toString(),
                new VersionedRecord<>("v", 1, 500).toString());
    }

    @Test
    void shouldReadAddressesAsKafkaStreamsDoes() {
        for (String address : new String[] {"host:80", "[::1]:80", "http://host:8080", "127.0.0.1:9", "", " ", null}) {
            assertEquals(
                    String.valueOf(org.apache.kafka.streams.state.HostInfo.buildFromEndpoint(address)),
                    String.valueOf(HostInfo.buildFromEndpoint(address)));
        }
        for (String address : new String[] {"host", "host:", "nonsense", "host:port", ":80", "host:99999999999"}) {
            assertThrows(
                    ConfigException.class,
                    () -> org.apache.kafka.streams.state.HostInfo.buildFromEndpoint(address),
                    address);
            assertThrows(ConfigException.class, () -> HostInfo.buildFromEndpoint(address), address);
        }
        assertEquals(
                org.apache.kafka.streams.state.HostInfo.unavailable().toString(),
                HostInfo.unavailable().toString());
        assertEquals(new HostInfo("h", 1), new HostInfo("h", 1));
        assertNotEquals(new HostInfo("h", 1), new HostInfo("h", 2));
    }

    @Test
    void shouldNameTheTypeThatASerializerIsNotFor() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        StateSerdes<Object, Object> serdes = new StateSerdes("topic", Serdes.Integer(), Serdes.Integer());
        @SuppressWarnings({"unchecked", "rawtypes"})
        org.apache.kafka.streams.state.StateSerdes<Object, Object> theirs =
                new org.apache.kafka.streams.state.StateSerdes("topic", Serdes.Integer(), Serdes.Integer());
        assertEquals(
                assertThrows(
                                org.apache.kafka.streams.errors.StreamsException.class,
                                () -> theirs.rawKey("text", HEADERS))
                        .getMessage(),
                assertThrows(StreamsException.class, () -> serdes.rawKey("text", HEADERS))
                        .getMessage());
        assertEquals(
                assertThrows(
                                org.apache.kafka.streams.errors.StreamsException.class,
                                () -> theirs.rawValue("text", HEADERS))
                        .getMessage(),
                assertThrows(StreamsException.class, () -> serdes.rawValue("text", HEADERS))
                        .getMessage());
    }

    @Test
    void shouldSerializeWithTheTopicAndBuiltInSerdes() {
        StateSerdes<Long, String> serdes = StateSerdes.withBuiltinTypes("topic", Long.class, String.class);
        assertEquals(5L, serdes.keyFrom(serdes.rawKey(5L, HEADERS), HEADERS));
        assertEquals("v", serdes.valueFrom(serdes.rawValue("v", HEADERS), HEADERS));
        assertThrows(
                IllegalArgumentException.class,
                () -> StateSerdes.withBuiltinTypes("topic", StoredValuesTest.class, String.class));
        assertThrows(NullPointerException.class, () -> new StateSerdes<>(null, Serdes.Integer(), Serdes.Integer()));
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldAskForFormatsByNameOrByTimestamps() {
        assertEquals(DslStoreFormat.TIMESTAMPED, new DslKeyValueParams("s", true).dslStoreFormat());
        assertEquals(new DslKeyValueParams("s", false), new DslKeyValueParams("s", DslStoreFormat.PLAIN));
        assertTrue(!new DslKeyValueParams("s", DslStoreFormat.HEADERS).isTimestamped());
        assertThrows(NullPointerException.class, () -> new DslKeyValueParams("s", null));
        Duration time = Duration.ofSeconds(1);
        EmitStrategy strategy = EmitStrategy.onWindowUpdate();
        assertEquals(
                new DslSessionParams("s", time, strategy),
                new DslSessionParams("s", time, strategy, DslStoreFormat.PLAIN));
        assertEquals(
                new DslWindowParams("s", time, time, true, strategy, false, true),
                new DslWindowParams("s", time, time, true, strategy, false, DslStoreFormat.TIMESTAMPED));
        assertNotEquals(
                new DslWindowParams("s", time, time, true, strategy, true, true),
                new DslWindowParams("s", time, time, true, strategy, false, true));
        assertEquals(DslStoreFormat.HEADERS, DslStoreFormat.of("headers"));
        assertThrows(IllegalArgumentException.class, () -> DslStoreFormat.of("other"));
    }
}
