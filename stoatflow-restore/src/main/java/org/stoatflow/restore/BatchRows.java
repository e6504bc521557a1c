package org.stoatflow.restore;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.StateBatch;

/** Adds the rows of one store partition to a batch. */
record BatchRows(StateBatch batch, int storeId, int partition) implements RestoredRows {
    @Override
    public void put(final byte[] key, final byte @Nullable [] stored) {
        batch.put(storeId, partition, key, stored);
    }

    @Override
    public void deleteRange(final byte @Nullable [] from, final byte @Nullable [] to) {
        batch.deleteRange(storeId, partition, from, to);
    }
}
