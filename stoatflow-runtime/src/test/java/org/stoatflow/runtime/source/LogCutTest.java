package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.SourcePosition;

class LogCutTest {
    @Test
    void shouldReadAgainWhatIsBeforeTheCutAndWasNotCommitted() {
        LogCut cut = new LogCut(0, 36, Optional.empty(), 36);

        assertEquals(29, cut.begin(29));
        assertEquals(36, cut.begin(36));
    }

    @Test
    void shouldNotBeginBehindTheEndThatIsLeft() {
        assertEquals(36, new LogCut(0, 36, Optional.empty(), 36).begin(41));
    }

    /** The policy is latest, and others have written more than was lost before the end was asked for. */
    @Test
    void shouldReadAgainWhatIsBeforeTheCutThoughTheLogHasGrownAgain() {
        assertEquals(29, new LogCut(0, 50, Optional.empty(), 50).begin(29));
    }

    @Test
    void shouldNotBeginBeforeTheStartThatIsLeft() {
        LogCut cut = new LogCut(50, 50, Optional.empty(), 60);

        assertEquals(50, cut.begin(29));
        assertEquals(50, cut.begin(41));
    }

    @Test
    void shouldBeginWhereAnotherTopicBeginsWhateverWasReadOfTheFormerOne() {
        LogCut anew = new LogCut(0, 20, Optional.empty(), 30, true);

        assertEquals(20, anew.begin(7));
        assertEquals(20, anew.begin(41));
        SourcePosition before = new SourcePosition(20, Optional.of(3), 100, Map.of("store", 90L));
        assertEquals(new SourcePosition(20, Optional.empty(), 100, Map.of("store", 90L)), anew.begin(before));
    }

    @Test
    void shouldKeepWhatIsKnownOfAPositionThatIsThere() {
        SourcePosition before = new SourcePosition(29, Optional.of(1), 100, Map.of("store", 90L));
        assertEquals(before, new LogCut(0, 36, Optional.of(2), 36).begin(before));
        assertEquals(before.movedTo(20, Optional.of(2)), new LogCut(0, 20, Optional.of(2), 36).begin(before));
    }

    @Test
    void shouldNotWaitForTheEndThatWasLost() {
        assertEquals(36, new LogCut(0, 20, Optional.empty(), 36).upTo(41));
        assertEquals(41, new LogCut(0, 20, Optional.empty(), 50).upTo(41));
        assertEquals(38, new LogCut(38, 38, Optional.empty(), 37).upTo(41));
    }

    /** Records of two logs before are queued when the log is cut again. */
    @Test
    void shouldTellOfWhichLogAPositionIs() {
        PartitionProgress progress = new PartitionProgress(0);
        progress.polledUpTo(new OffsetAndMetadata(2));
        progress.goOnAt(new LogCut(0, 1, Optional.empty(), 1), 1);
        progress.goOnAt(new LogCut(0, 0, Optional.empty(), 0), 3);
        List<Integer> logs = new ArrayList<>();
        for (long offset : new long[] {1, 1, 2, 0}) {
            ConsumerRecord<byte[], byte[]> head = new ConsumerRecord<>("in", 0, offset, new byte[0], new byte[0]);
            logs.add(progress.position(head).log());
            progress.onHandedOut(head);
        }
        logs.add(progress.position(null).log());
        assertEquals(List.of(0, 1, 1, 2, 2), logs);
    }

    @Test
    void shouldBeCommittedWithTheLeaderEpochThatWasThere() {
        PartitionProgress progress = new PartitionProgress(41);
        progress.goOnAt(new LogCut(0, 36, Optional.of(2), 36), 0);
        assertEquals(
                SourcePosition.at(36, Optional.of(2)).inLog(1),
                progress.position(null),
                "else a second cut is not noticed");
    }
}
