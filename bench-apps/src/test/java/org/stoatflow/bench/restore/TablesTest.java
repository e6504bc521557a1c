package org.stoatflow.bench.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TablesTest {
    private final Tables tables = new Tables(4, 3, 1_203, 120);

    @Test
    void shouldShareTheRecordsOut() {
        assertEquals(300, tables.recordsOfStore());
        assertEquals(200, tables.keysOfStore());
        assertEquals(1_200, tables.allRecords());
        assertEquals("restore-table-3-changelog", tables.changelogs().getLast());
    }

    @Test
    void shouldReplaceTheFirstRows() {
        assertEquals(RowText.of(200, 106), tables.lastValue(0));
        assertEquals(RowText.of(299, 106), tables.lastValue(99));
        assertEquals(RowText.of(100, 106), tables.lastValue(100));
    }

    @Test
    void shouldMakeRowsOfTheLengthThatIsAskedFor() {
        assertEquals(
                List.of(106, 1_000),
                List.of(RowText.of(7, 106).length(), RowText.of(7, 1_000).length()));
        assertEquals(14, tables.key(199).length());
        assertNotEquals(RowText.of(7, 200), RowText.of(8, 200));
    }
}
