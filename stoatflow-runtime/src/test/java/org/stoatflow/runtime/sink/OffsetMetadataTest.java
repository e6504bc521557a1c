package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
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
}
