package org.stoatflow.operator;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** How far the forwarding of closed rows without a partner has come, and so which of them leave their store. */
final class ForwardedRows {
    private final List<Bytes> forwarded = new ArrayList<>(); // rows of which a record at least was forwarded
    private @Nullable Bytes current;
    private List<byte[]> behind = List.of();

    /** A record of a row is about to be forwarded; {@code others} of the row come after it. */
    void begin(Bytes row, List<byte[]> others) {
        current = row;
        behind = others;
    }

    /** The record is forwarded. */
    void onForwarded() {
        Bytes row = current;
        if (row != null && (forwarded.isEmpty() || !forwarded.getLast().equals(row))) {
            forwarded.add(row);
        }
    }

    /** Removes all rows that were forwarded. */
    void remove(UnjoinedRows<?, ?, ?> rows) {
        forwarded.forEach(rows::remove);
    }

    /** Removes the rows that were forwarded but for the last one. */
    void removeButLast(UnjoinedRows<?, ?, ?> rows) {
        forwarded.stream().limit(Math.max(0, forwarded.size() - 1)).forEach(rows::remove);
    }

    /** Removes the rows that were forwarded, and the record that was begun last, so that those behind it come next. */
    void removeBegun(UnjoinedRows<?, ?, ?> rows) {
        remove(rows);
        Bytes row = current;
        if (row != null) {
            rows.keep(row, behind);
        }
    }
}
