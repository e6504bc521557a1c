package org.stoatflow.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.kstream.ForeachProcessor;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.api.Record;

/** What users tell joins arrives where joins read it. */
class JoinParametersTest {
    private static final Serde<String> KEYS = Serdes.String();
    private static final Serde<Long> LEFT = Serdes.Long();
    private static final Serde<Integer> RIGHT = Serdes.Integer();

    @Test
    @SuppressWarnings("deprecation")
    void shouldKeepWhatStreamTableJoinsAreTold() {
        Joined<String, Long, Integer> joined = Joined.<String, Long, Integer>as("join")
                .withKeySerde(KEYS)
                .withValueSerde(LEFT)
                .withOtherValueSerde(RIGHT)
                .withGracePeriod(Duration.ofMillis(5));
        assertSame(KEYS, joined.keySerde());
        assertSame(LEFT, joined.valueSerde());
        assertSame(RIGHT, joined.otherValueSerde());
        assertEquals(Duration.ofMillis(5), joined.gracePeriod());
        assertEquals(Duration.ofMillis(5), joined.withName("other").gracePeriod());
        assertNull(Joined.with(KEYS, LEFT, RIGHT, "join").gracePeriod());
        assertSame(RIGHT, Joined.with(KEYS, LEFT, RIGHT, "join", Duration.ZERO).otherValueSerde());
        assertSame(LEFT, Joined.with(KEYS, LEFT, RIGHT).valueSerde());
        assertSame(KEYS, Joined.keySerde(KEYS).keySerde());
        assertSame(LEFT, Joined.valueSerde(LEFT).valueSerde());
        assertSame(RIGHT, Joined.otherValueSerde(RIGHT).otherValueSerde());
    }

    @Test
    void shouldKeepWhatStreamJoinsAreTold() {
        StreamJoinedInternals<String, Long, Integer> read =
                new StreamJoinedInternals<>(StreamJoined.<String, Long, Integer>as("store")
                        .withName("join")
                        .withKeySerde(KEYS)
                        .withValueSerde(LEFT)
                        .withOtherValueSerde(RIGHT)
                        .withLoggingEnabled(Map.of("a", "1")));
        assertEquals("store", read.storeName());
        assertEquals("join", read.name());
        assertSame(KEYS, read.keySerde());
        assertSame(LEFT, read.valueSerde());
        assertSame(RIGHT, read.otherValueSerde());
        assertTrue(read.loggingEnabled());
        assertEquals(Map.of("a", "1"), read.topicConfig());
        assertNull(read.thisStoreSupplier());
        assertNull(read.otherStoreSupplier());
    }

    @Test
    void shouldTurnChangelogsOfStreamJoinsOff() {
        StreamJoined<String, Long, Integer> on =
                StreamJoined.with(KEYS, LEFT, RIGHT).withLoggingEnabled(Map.of("a", "1"));
        StreamJoinedInternals<String, Long, Integer> off = new StreamJoinedInternals<>(on.withLoggingDisabled());
        assertFalse(off.loggingEnabled());
        assertEquals(Map.of(), off.topicConfig());
        assertTrue(new StreamJoinedInternals<>(on.withStoreName("store")).loggingEnabled());
    }

    @Test
    void shouldPrintStreamJoinedAsKafkaStreamsDoes() {
        assertEquals(
                org.apache.kafka.streams.kstream.StreamJoined.with(KEYS, LEFT, RIGHT)
                        .withName("join")
                        .toString(),
                StreamJoined.with(KEYS, LEFT, RIGHT).withName("join").toString());
    }

    @Test
    void shouldKeepWhatForeignKeyJoinsAreTold() {
        StreamPartitioner<String, Void> left = (topic, key, value, count) -> Optional.empty();
        StreamPartitioner<Long, Void> right = (topic, key, value, count) -> Optional.empty();
        TableJoinedInternals<String, Long> read =
                new TableJoinedInternals<>(TableJoined.with(left, right).withName("join"));
        assertSame(left, read.partitioner());
        assertSame(right, read.otherPartitioner());
        assertEquals("join", read.name());
        TableJoinedInternals<String, Long> later = new TableJoinedInternals<>(
                TableJoined.<String, Long>as("join").withPartitioner(left).withOtherPartitioner(right));
        assertSame(left, later.partitioner());
        assertSame(right, later.otherPartitioner());
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldTellOldJoinWindowsFromNewOnes() {
        Duration time = Duration.ofMillis(5);
        assertTrue(new JoinWindowsInternals(JoinWindows.ofTimeDifferenceWithNoGrace(time)).waitsForClose());
        assertFalse(new JoinWindowsInternals(JoinWindows.of(time).grace(time)).waitsForClose());
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldActForEachRecord() {
        List<String> seen = new ArrayList<>();
        new ForeachProcessor<String, Long>((key, value) -> seen.add(key + value)).process(new Record<>("a", 1L, 0));
        assertEquals(List.of("a1"), seen);
    }
}
