package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.streams.processor.internals.ProcessorMetadata;
import org.apache.kafka.streams.processor.internals.TopicPartitionMetadata;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.SourcePosition;

class OffsetMetadataTest {
    @Test
    void shouldReadBackWhatItWrites() {
        OffsetAndMetadata committed = OffsetMetadata.encode(new SourcePosition(7, Optional.of(3), 1_234_567_890_123L));

        assertEquals(7, committed.offset());
        assertEquals(Optional.of(3), committed.leaderEpoch());
        assertEquals(1_234_567_890_123L, OffsetMetadata.partitionTime(committed));
    }

    @Test
    void shouldWriteVersionTwoAndTheTimeInBigEndian() {
        assertEquals(
                "AgAAAAAAAAAB",
                OffsetMetadata.encode(new SourcePosition(0, Optional.empty(), 1))
                        .metadata());
    }

    @Test
    void shouldReadVersionOne() {
        assertEquals(5, OffsetMetadata.partitionTime(new OffsetAndMetadata(0, "AQAAAAAAAAAF")));
    }

    @Test
    void shouldKnowNoTimeWhereTheCommitCarriesNone() {
        assertEquals(-1, OffsetMetadata.partitionTime(null));
        assertEquals(-1, OffsetMetadata.partitionTime(new OffsetAndMetadata(0)));
        assertEquals(-1, OffsetMetadata.partitionTime(new OffsetAndMetadata(0, "another client's")));
        assertEquals(-1, OffsetMetadata.partitionTime(new OffsetAndMetadata(0, "AgA=")));
        assertEquals(-1, OffsetMetadata.partitionTime(new OffsetAndMetadata(0, "CQAAAAAAAAAF")));
    }

    @Test
    void shouldWriteTheBytesOfKafkaStreams() {
        Map<String, Long> closedMs = new HashMap<>();
        ProcessorMetadata theirs = new ProcessorMetadata();
        for (String store : List.of("windows", "KSTREAM-AGGREGATE-STATE-STORE-0000000002", "\u00e9t\u00e9")) {
            closedMs.put(store, 1_704_067_200_000L + store.length());
            theirs.put(store, 1_704_067_200_000L + store.length());
            assertEquals(
                    new TopicPartitionMetadata(42, theirs).encode(),
                    OffsetMetadata.encode(new SourcePosition(0, Optional.empty(), 42, closedMs))
                            .metadata());
        }
    }

    @Test
    void shouldWriteEachStoreWithItsTime() {
        assertEquals(
                "AgAAAAAAAAABAAAAAQAAAAF3AAAAAAAAAAc=",
                OffsetMetadata.encode(new SourcePosition(0, Optional.empty(), 1, Map.of("w", 7L)))
                        .metadata());
    }

    @Test
    void shouldReadWhatKafkaStreamsWrites() {
        Map<String, Long> closedMs = Map.of("windows", 5L, "sessions", 1_704_067_200_000L);
        OffsetAndMetadata committed = new OffsetAndMetadata(
                0, new TopicPartitionMetadata(42, new ProcessorMetadata(new HashMap<>(closedMs))).encode());

        assertEquals(closedMs, OffsetMetadata.closedMs(committed));
        assertEquals(42, OffsetMetadata.partitionTime(committed));
    }

    @Test
    void shouldKnowNoClosedWindowsWhereTheCommitCarriesNone() {
        assertEquals(Map.of(), OffsetMetadata.closedMs(null));
        assertEquals(Map.of(), OffsetMetadata.closedMs(new OffsetAndMetadata(0)));
        assertEquals(Map.of(), OffsetMetadata.closedMs(new OffsetAndMetadata(0, "AgAAAAAAAAAB")));
        String cut = "AgAAAAAAAAABAAAAAQAAAAF3AAAAAAAA";
        String tooLong = "AgAAAAAAAAABAAAAAX////93AAAAAAAAAAc=";
        assertEquals(Map.of(), OffsetMetadata.closedMs(new OffsetAndMetadata(0, cut)));
        assertEquals(Map.of(), OffsetMetadata.closedMs(new OffsetAndMetadata(0, tooLong)));
    }
}
