package org.stoatflow.memorykafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.stoatflow.memorykafka.ClusterRig.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

class PartitionLogTest {
    private static final Header[] NO_HEADERS = {};

    private final Journal journal = new Journal(new ClusterClock(0));
    private final PartitionLog log = new Topic("t", 1, Map.of(), journal).log(0);

    @Test
    void shouldGiveMarkersAnOffset() {
        log.append(0, null, bytes("a"), NO_HEADERS, 7);
        log.appendMarker(7, true, 0);
        assertEquals(2, log.endOffset());
        assertEquals(List.of(0L), deliveredOffsets(true));
    }

    @Test
    void shouldEndStableAtTheOldestOpenTransaction() {
        log.append(0, null, bytes("plain"), NO_HEADERS);
        log.append(0, null, bytes("a"), NO_HEADERS, 1);
        log.append(0, null, bytes("b"), NO_HEADERS, 2);
        log.appendMarker(2, true, 0);
        assertEquals(1, log.lastStableOffset());
        log.appendMarker(1, false, 0);
        assertEquals(log.endOffset(), log.lastStableOffset());
    }

    @Test
    void shouldHideAbortedRecordsFromReadCommittedOnly() {
        log.append(0, null, bytes("a"), NO_HEADERS, 1);
        log.append(0, null, bytes("b"), NO_HEADERS, 2);
        log.appendMarker(1, false, 0);
        log.appendMarker(2, true, 0);
        assertEquals(List.of(1L), deliveredOffsets(true));
        assertEquals(List.of(0L, 1L), deliveredOffsets(false));
    }

    @Test
    void shouldFindOffsetsAcrossGaps() {
        for (int i = 0; i < 200; i++) {
            log.append(i, bytes("k" + i % 3), bytes("v"), NO_HEADERS);
        }
        Compaction.run(log, false);
        assertEquals(3, log.size());
        assertEquals(0, log.indexFrom(5));
        assertEquals(2, log.indexFrom(199));
        assertEquals(3, log.indexFrom(200));
        assertEquals(200, log.endOffset());
    }

    @Test
    void shouldKeepOpenTransactionsAndMarkersInCompaction() {
        log.append(0, bytes("k"), bytes("old"), NO_HEADERS);
        log.append(0, bytes("k"), bytes("aborted"), NO_HEADERS, 1);
        log.appendMarker(1, false, 0);
        log.append(0, bytes("k"), bytes("open"), NO_HEADERS, 2);
        Compaction.run(log, false);
        assertEquals(List.of(0L, 2L, 3L), allOffsets());
    }

    @Test
    void shouldDropTombstonesOnlyWhenAsked() {
        log.append(0, bytes("k"), bytes("v"), NO_HEADERS);
        log.append(0, bytes("k"), null, NO_HEADERS);
        Compaction.run(log, false);
        assertEquals(List.of(1L), allOffsets());
        Compaction.run(log, true);
        assertEquals(List.of(), allOffsets());
        assertEquals(2, log.endOffset());
    }

    @Test
    void shouldStartAfterWhatWasTruncated() {
        for (int i = 0; i < 5; i++) {
            log.append(0, null, bytes("v"), NO_HEADERS);
        }
        log.truncateBefore(3);
        assertEquals(3, log.startOffset());
        assertEquals(List.of(3L, 4L), allOffsets());
    }

    private List<Long> deliveredOffsets(boolean readCommitted) {
        List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < log.size(); i++) {
            if (log.entryAt(i).isDelivered(readCommitted)) {
                offsets.add(log.entryAt(i).offset);
            }
        }
        return offsets;
    }

    private List<Long> allOffsets() {
        List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < log.size(); i++) {
            offsets.add(log.entryAt(i).offset);
        }
        return offsets;
    }
}
