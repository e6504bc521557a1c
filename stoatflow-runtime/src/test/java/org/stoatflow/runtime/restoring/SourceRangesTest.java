package org.stoatflow.runtime.restoring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.restore.LogRange;
import org.stoatflow.state.ChangelogPosition;

class SourceRangesTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            # begin, end, committed, stored, restored to
            100,      500, 300,      ,       300
            100,      500, 300,      200,    300
            100,      500, 300,      400,    400
            100,      500, 100,      500,    500
            100,      500, 50,       ,       100
            0,        500, 0,        900,    0
            0,        500, 900,      900,    500
            0,        500, 900,      ,       500
            0,        500, 900,      400,    500
            100,      100, 900,      ,       100
            """)
    void shouldRestoreWhatWasProcessedOfThisTopicOrAllOfOneThatWasCut(
            long begin, long end, long committed, @Nullable Long stored, long reached) {
        ChangelogPosition position = stored == null ? null : new ChangelogPosition(stored, 0);

        assertEquals(new LogRange(begin, reached), SourceRanges.bounded(new LogRange(begin, end), committed, position));
    }
}
