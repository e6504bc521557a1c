package org.stoatflow.operator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.streams.errors.StreamsException;

/** Updates of tables have the bytes that Kafka Streams gives them, and are read from them. */
class ChangedSerializerTest {
    private static final String TOPIC = "app-groups-repartition";

    private final Headers headers = new RecordHeaders();
    private final ChangedSerializer<String> ours = new ChangedSerializer<>(new StringSerializer());
    private final ChangedDeserializer<String> reader = new ChangedDeserializer<>(new StringDeserializer());

    static Stream<Change<String>> changes() {
        return Stream.of(
                new Change<>("new", null),
                new Change<>(null, "old"),
                new Change<>("new", "old"),
                new Change<>("", ""),
                new Change<>("", null),
                new Change<>("n".repeat(100), "o".repeat(70)),
                new Change<>("n".repeat(20_000), ""));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void shouldWriteWhatKafkaStreamsWrites(Change<String> change) {
        byte[] theirs = theirs(change);
        assertArrayEquals(theirs, ours.serialize(TOPIC, headers, change));
        assertEquals(change, reader.deserialize(TOPIC, headers, theirs));
    }

    private byte[] theirs(Change<String> change) {
        return new org.apache.kafka.streams.kstream.internals.ChangedSerializer<>(new StringSerializer())
                .serialize(
                        TOPIC,
                        headers,
                        new org.apache.kafka.streams.kstream.internals.Change<>(change.newValue(), change.oldValue()));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void shouldReadTheLongerFormAsKafkaStreamsDoes(Change<String> change) {
        byte[] shorter = ours.serialize(TOPIC, headers, change);
        byte[] longer = Arrays.copyOf(shorter, shorter.length + 1);
        longer[shorter.length - 1] = 1;
        longer[shorter.length] = (byte) (shorter[shorter.length - 1] + 3);
        org.apache.kafka.streams.kstream.internals.Change<String> theirs =
                new org.apache.kafka.streams.kstream.internals.ChangedDeserializer<>(new StringDeserializer())
                        .deserialize(TOPIC, headers, longer);
        assertEquals(new Change<>(theirs.newValue, theirs.oldValue), reader.deserialize(TOPIC, headers, longer));
        assertEquals(change, reader.deserialize(TOPIC, headers, longer));
    }

    @Test
    void shouldRefuseWhatHasNoMeaning() {
        Change<String> nothing = new Change<>(null, null);
        assertThrows(StreamsException.class, () -> ours.serialize(TOPIC, headers, nothing));
        assertThrows(StreamsException.class, () -> reader.deserialize(TOPIC, headers, new byte[] {7, 9}));
    }

    @Test
    void shouldTakeTheDefaultSerdeWhereNoneIsGiven() {
        ChangedSerializer<String> writer = new ChangedSerializer<String>(null).orElse(new StringSerializer());
        assertArrayEquals(theirs(new Change<>("a", "b")), writer.serialize(TOPIC, headers, new Change<>("a", "b")));
        assertEquals(ours, ours.orElse(new StringSerializer()));
    }
}
