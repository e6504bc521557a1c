package org.stoatflow.state.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.store.UserRows;

/** Rows that were read of a user's store, in the order of the scan. Thread: one at a time. */
final class UserScan implements CommittedScan {
    private List<UserRows.Row> rows;
    private int next;
    private UserRows.@Nullable Row row;

    UserScan(List<UserRows.Row> rows) {
        this.rows = rows;
    }

    @Override
    public boolean next() {
        if (next >= rows.size()) {
            close();
            return false;
        }
        row = rows.get(next++);
        return true;
    }

    @Override
    public byte[] key() {
        return row().key();
    }

    @Override
    public byte[] value() {
        return row().stored();
    }

    private UserRows.Row row() {
        if (row == null) {
            throw new IllegalStateException("The scan is not at a row");
        }
        return row;
    }

    @Override
    public void close() {
        rows = List.of();
        row = null;
    }
}
