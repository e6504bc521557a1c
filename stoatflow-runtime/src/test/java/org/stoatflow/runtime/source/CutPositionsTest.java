package org.stoatflow.runtime.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.SourcePosition;

class CutPositionsTest {
    private static final TopicPartition FIRST = new TopicPartition("in", 0);
    private static final TopicPartition SECOND = new TopicPartition("in", 1);

    private final CutPositions positions = new CutPositions();

    @Test
    void shouldCommitOnlyWhatHasMovedSinceTheCutBefore() {
        SourcePosition one = SourcePosition.at(1, Optional.empty());
        SourcePosition two = SourcePosition.at(2, Optional.empty());
        assertEquals(Map.of(FIRST, one, SECOND, one), positions.cut(Map.of(FIRST, one, SECOND, one)));
        assertEquals(Map.of(SECOND, two), positions.cut(Map.of(FIRST, one, SECOND, two)));
        assertEquals(Map.of(), positions.cut(Map.of(FIRST, one, SECOND, two)));
    }

    /** The place where another log begins is committed for the same position. */
    @Test
    void shouldCommitThePositionAgainWhereTheLogHasChanged() {
        SourcePosition one = SourcePosition.at(1, Optional.empty());
        positions.cut(Map.of(FIRST, one, SECOND, one));
        positions.onLogsChanged(Set.of(FIRST));
        assertEquals(Map.of(FIRST, one), positions.cut(Map.of(FIRST, one, SECOND, one)));
    }
}
