package org.stoatflow.state.overlay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;

/**
 * What a store writes in an epoch besides rows: changelog records of their own, range deletes, and headers of
 * deletions, each in the order written. Most stores never have any. Thread: as the overlay.
 */
final class OverlayExtras {
    /** A changelog record that is not made of a row. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Logged(
            int partition,
            byte[] key,
            byte @Nullable [] value,
            long timestamp,
            @Nullable CopyOnWriteHeaders headers) {
        long bytes() {
            return (long) Overlay.ENTRY_OVERHEAD_BYTES
                    + key.length
                    + length(value)
                    + (headers == null ? 0 : headers.bytes());
        }
    }

    /** Rows that leave the committed state. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record RangeDelete(int partition, byte @Nullable [] from, byte @Nullable [] to) {
        long bytes() {
            return (long) Overlay.ENTRY_OVERHEAD_BYTES + length(from) + length(to);
        }
    }

    /** The headers with which a row was deleted. */
    record Deletion(int entry, CopyOnWriteHeaders headers) {
        long bytes() {
            return Overlay.ENTRY_OVERHEAD_BYTES + headers.bytes();
        }
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    private final List<Logged> logged = new ArrayList<>();
    private final List<RangeDelete> deleted = new ArrayList<>();
    private final List<Deletion> deletions = new ArrayList<>();
    private final Map<Integer, Long> reachedMs = new HashMap<>();
    private int savedLogged;
    private int savedDeleted;
    private int savedDeletions;

    List<Logged> logged() {
        return logged;
    }

    List<RangeDelete> deleted() {
        return deleted;
    }

    /** The times that puts have reached, by partition; noted at a seal, so that nothing takes them back. */
    Map<Integer, Long> reachedMs() {
        return reachedMs;
    }

    /** In the order of deletions; the last one of an entry counts. */
    List<Deletion> deletions() {
        return deletions;
    }

    Map<Integer, CopyOnWriteHeaders> headersOfDeletions() {
        Map<Integer, CopyOnWriteHeaders> last = new HashMap<>();
        deletions.forEach(deletion -> last.put(deletion.entry(), deletion.headers()));
        return last;
    }

    /** Whether there is anything but headers of rows. */
    boolean isEmpty() {
        return logged.isEmpty() && deleted.isEmpty();
    }

    void save() {
        savedLogged = logged.size();
        savedDeleted = deleted.size();
        savedDeletions = deletions.size();
    }

    /**
     * Takes back what was added since {@link #save}, or everything where nothing was saved yet, and gives the number of
     * its bytes.
     */
    long rollback() {
        long bytes = 0;
        for (Logged record : logged.subList(savedLogged, logged.size())) {
            bytes += record.bytes();
        }
        for (RangeDelete range : deleted.subList(savedDeleted, deleted.size())) {
            bytes += range.bytes();
        }
        for (Deletion deletion : deletions.subList(savedDeletions, deletions.size())) {
            bytes += deletion.bytes();
        }
        logged.subList(savedLogged, logged.size()).clear();
        deleted.subList(savedDeleted, deleted.size()).clear();
        deletions.subList(savedDeletions, deletions.size()).clear();
        return bytes;
    }
}
