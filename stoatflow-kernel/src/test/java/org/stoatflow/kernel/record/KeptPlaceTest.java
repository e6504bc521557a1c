package org.stoatflow.kernel.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.LaneShare;

/** What a cached row keeps of the record that wrote it is what the cache is told to count. */
class KeptPlaceTest {
    private final RecordCursor cursor = new RecordCursor(new LaneShare(null, 0, 0), null);

    @Test
    void shouldTellTheBytesThatARowKeeps() {
        int bound = RecordCursor.ROW_VALUE_BYTES_MAX;
        for (int value : List.of(0, 10, bound, bound + 1, 100 * bound)) {
            cursor.enter("in", 0, 7);
            assertEquals(0, cursor.keptForRowBytes());
            cursor.raw(new byte[5_000], new byte[value]);
            assertEquals(5_000 + (value <= bound ? value : 0), cursor.keptForRowBytes());
            Object kept = cursor.keepForRow();
            cursor.enter("in", 0, 8);
            cursor.resume(kept);
            assertEquals(5_000, cursor.sourceRawKey().length);
            if (value <= bound) {
                assertEquals(value, cursor.sourceRawValue().length);
            } else {
                assertNull(cursor.sourceRawValue());
            }
        }
        cursor.enter("in", 0, 9);
        cursor.raw(null, null);
        assertEquals(0, cursor.keptForRowBytes());
    }
}
