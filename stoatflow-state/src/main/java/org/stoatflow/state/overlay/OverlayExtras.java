package org.stoatflow.state.overlay;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;

/**
 * What a store writes in an epoch besides rows: changelog records of their own, and range deletes, each in the order
 * written. Most stores never have any. Thread: as the overlay.
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
            return (long) Overlay.ENTRY_OVERHEAD_BYTES + key.length + (value == null ? 0 : value.length);
        }
    }

    /** Rows that leave the committed state. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record RangeDelete(int partition, byte @Nullable [] from, byte @Nullable [] to) {}

    private final List<Logged> logged = new ArrayList<>();
    private final List<RangeDelete> deleted = new ArrayList<>();
    private int savedLogged;
    private int savedDeleted;

    List<Logged> logged() {
        return logged;
    }

    List<RangeDelete> deleted() {
        return deleted;
    }

    boolean isEmpty() {
        return logged.isEmpty() && deleted.isEmpty();
    }

    void save() {
        savedLogged = logged.size();
        savedDeleted = deleted.size();
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
        bytes += (long) (deleted.size() - savedDeleted) * Overlay.ENTRY_OVERHEAD_BYTES;
        logged.subList(savedLogged, logged.size()).clear();
        deleted.subList(savedDeleted, deleted.size()).clear();
        return bytes;
    }
}
