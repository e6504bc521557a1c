package org.stoatflow.state.engine;

import java.util.Collections;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.ProcessorStateException;

/** How a user's store, which may be larger than the heap, is emptied: in pieces. */
final class Emptying {
    static final int AT_ONCE = 4_000;

    private Emptying() {}

    /** Removes some rows from a key on, not more than {@code max}, and returns their keys. */
    interface Removal {
        Set<Bytes> remove(byte @Nullable [] from, int max);
    }

    /**
     * Removes all rows. Each piece begins with the greatest key of the one before: a store that has its rows in order
     * need not look through all that is deleted. One that has them in another order is read from its beginning again,
     * until nothing is left.
     *
     * @param what the store, as a message begins
     */
    static void run(Removal removal, String what) {
        Set<Bytes> before = Set.of();
        byte[] from = null;
        while (true) {
            Set<Bytes> piece = removal.remove(from, AT_ONCE);
            if (piece.isEmpty() && from == null) {
                return;
            }
            if (!Collections.disjoint(piece, before)) {
                throw new ProcessorStateException(what + " cannot be emptied: it still has rows that were deleted."
                        + " Its delete, or put of null, has to remove the row");
            }
            from = piece.isEmpty() ? null : Collections.max(piece).get();
            before = piece;
        }
    }
}
