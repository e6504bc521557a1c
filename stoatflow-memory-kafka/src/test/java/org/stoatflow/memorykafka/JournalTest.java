package org.stoatflow.memorykafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class JournalTest {
    private final ClusterClock clock = new ClusterClock(3);
    private final Journal journal = new Journal(clock);

    @Test
    void shouldPrintWhatHappenedWhen() {
        journal.note(JournalEvent.APPENDED, "t-0", 5, 7);
        clock.advanceMs(1);
        journal.note(JournalEvent.FAULT, "a POLL SLOW", 0, 0);
        assertEquals(List.of("3 APPENDED t-0 offset=5 producer=7", "4 FAULT a POLL SLOW"), journal.lines());
    }

    @Test
    void shouldKeepTheLastEntriesOnly() {
        for (int i = 0; i < 10_000; i++) {
            journal.note(JournalEvent.APPENDED, "t-0", i, 0);
        }
        List<String> lines = journal.lines();
        assertEquals(4096, lines.size());
        assertEquals("3 APPENDED t-0 offset=9999 producer=0", lines.get(4095));
    }
}
