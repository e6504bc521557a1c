package org.stoatflow.runtime.global;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.stoatflow.kernel.plan.UserStoreRules;
import org.stoatflow.restore.BatchRows;
import org.stoatflow.restore.RestoredRecord;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.stores.StoreDescription;

/**
 * Makes rows of a global store of the records of one topic partition as they are, without its processor. Owner: the
 * thread of the {@link GlobalFollower}.
 */
final class RawRows {
    private static final int PARTITION = 0; // has all rows

    private final StateEngine state;
    private final String store;
    private final int storeId;
    private final int topicPartition;
    private final boolean isUsers;
    private final RowRestorer restorer;

    RawRows(LoadTask task, StateEngine state) {
        this.state = state;
        this.storeId = state.storeId(task.store().name());
        this.topicPartition = task.partition().partition();
        this.store = task.store().name();
        StoreDescription described = UserStoreRules.described(task.store().store());
        this.isUsers = described.isUsers();
        this.restorer = StoreFormats.of(described).restorer();
    }

    /**
     * Writes the rows, and that they have come up to an offset, as one.
     *
     * @return how many records have made rows: those with a key
     */
    long write(List<ConsumerRecord<byte[], byte[]>> polled, long nextOffset, long nowMs) {
        StateBatch batch = new StateBatch(nowMs);
        if (isUsers) {
            batch.restores(); // such a store may have a callback for that
        }
        RestoredRows rows = new BatchRows(batch, state, storeId, PARTITION);
        long restored = 0;
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            if (record.key() != null) {
                RestoredRecord.restore(store, record, restorer, rows);
                restored++;
            }
        }
        batch.position(storeId, topicPartition, nextOffset);
        state.apply(batch);
        return restored;
    }
}
