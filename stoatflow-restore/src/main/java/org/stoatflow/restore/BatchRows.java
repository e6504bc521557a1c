package org.stoatflow.restore;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.StateBatch;

/** Adds the rows of one store partition to a batch. */
record BatchRows(StateBatch batch, int storeId, int partition) implements RestoredRows {
    @Override
    public void put(byte[] key, byte @Nullable [] stored) {
        batch.put(storeId, partition, key, stored);
    }

    @Override
    public void deleteRange(byte @Nullable [] from, byte @Nullable [] to) {
        batch.deleteRange(storeId, partition, from, to);
    }
}
