package org.stoatflow.kernel.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.streams.processor.RecordContext;

/** What a cached row keeps of the record that wrote it is what the cache is told to count. */
class KeptPlaceTest {
    private final RecordCursor cursor = new RecordCursor(new LaneShare(null, 0, 0), null);

    private final List<RecordContext> seen = new ArrayList<>();

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

    @Test
    void shouldMakeTheRawValueOfAContextWhenItIsAskedFor() {
        List<Long> made = new ArrayList<>();
        for (long offset = 0; offset < 2; offset++) {
            cursor.enter("in", 0, offset);
            cursor.raw(new byte[10], null);
            cursor.rawValueFrom(() -> {
                long current = cursor.offset();
                return () -> {
                    made.add(current);
                    return new byte[] {(byte) current};
                };
            });
            seen.add(cursor.seen());
            assertEquals(10, cursor.keptForRowBytes(), "rows do not keep what contexts may make");
        }
        assertEquals(List.of(), made);
        assertArrayEquals(new byte[] {0}, seen.getFirst().sourceRawValue());
        assertEquals(List.of(0L), made);
        assertEquals(10, cursor.keptForRowBytes());
        assertArrayEquals(new byte[] {1}, cursor.sourceRawValue(), "the cursor makes its own");
    }
}
