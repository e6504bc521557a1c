package org.stoatflow.state.versioned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.segment.Retention;

/** How much of a versioned store one seal removes. */
class EndedVersionsTest {
    private static final int VERSIONS = HistoryTime.REMOVED_AT_ONCE_MAX / 2 + 1_000;
    private static final long FAR_MS = 1_000_000_000_000L;
    private static final Retention RETENTION = new Retention(1_000, 500, true);

    private final CountedRows rows = new CountedRows();
    private final History history = new History(rows, RETENTION);
    private final HistoryTime time = new HistoryTime(RETENTION);
    private long epoch;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void put(String key, String value, long timeMs) {
        time.observe(0, timeMs);
        history.put(0, bytes(key), new Version(timeMs, value == null ? null : bytes(value)));
    }

    /** Seals, and has what that removes applied. */
    private int deletedBySeal() {
        rows.deleted = 0;
        time.seal(history, epoch, epoch);
        epoch++;
        rows.applyRangeDeletes();
        return rows.deleted;
    }

    @Test
    void shouldRemoveManyVersionsOverSeveralSeals() {
        for (String key : new String[] {"one", "two", "three"}) {
            for (int version = 0; version < VERSIONS; version++) {
                put(key, "v" + version, version);
            }
        }
        put("one", "last", FAR_MS);
        deletedBySeal(); // which marks the time that it had come to
        int seals = 0;
        for (int deleted = deletedBySeal(); deleted > 0; deleted = deletedBySeal()) {
            assertTrue(deleted <= HistoryTime.REMOVED_AT_ONCE_MAX, "deleted=" + deleted);
            seals++;
            assertEquals("v" + (VERSIONS - 1), valueAt("one", FAR_MS - 1), "the version that had not ended");
        }

        assertTrue(seals > 1, "seals=" + seals);
        // The newest of each key, and the version of the first that ended with the last put, with that one's index row.
        assertEquals(5, rows.size());
    }

    @Test
    void shouldRemoveADeletionBehindAllThatItEnded() {
        for (int version = 0; version < 2 * VERSIONS; version++) {
            put("key", "v" + version, version);
        }
        put("key", null, 2L * VERSIONS);
        put("other", "last", FAR_MS);
        deletedBySeal();
        assertEquals(HistoryTime.REMOVED_AT_ONCE_MAX, deletedBySeal());
        assertTrue(history.newest(0, bytes("key")).isDeletion(), "it hides what is left");
        while (deletedBySeal() > 0) {
            // goes on
        }

        assertNull(history.newest(0, bytes("key")));
        assertEquals(1, rows.size());
    }

    private String valueAt(String key, long timeMs) {
        return new String(history.reads().at(0, bytes(key), timeMs).value(), StandardCharsets.UTF_8);
    }
}
