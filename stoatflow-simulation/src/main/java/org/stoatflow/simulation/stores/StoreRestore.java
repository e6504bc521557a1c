package org.stoatflow.simulation.stores;

import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.restore.BatchRows;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.kind.StoreFormats;

/** Makes the rows of an engine of changelog records, as a start does. */
final class StoreRestore {
    private final Variant variant;
    private final StateEngine engine;

    StoreRestore(Variant variant, StateEngine engine) {
        this.variant = variant;
        this.engine = engine;
    }

    /** @param batchMax how many records are restored at once */
    void restore(int partition, List<Logged> records, long end, int batchMax) {
        RowRestorer restorer = StoreFormats.of(variant.description()).restorer();
        int storeId = engine.storeId(Variant.STORE);
        for (int from = 0; from < records.size(); from += batchMax) {
            StateBatch batch = new StateBatch(0);
            batch.restores();
            BatchRows rows = new BatchRows(batch, engine, storeId, partition);
            for (Logged record : records.subList(from, Math.min(records.size(), from + batchMax))) {
                Bytes value = record.value();
                long timestamp = record.timestamp() == ChangelogCollector.NO_TIMESTAMP ? 0 : record.timestamp();
                restorer.restore(
                        record.key().get(),
                        value == null ? null : value.get(),
                        timestamp,
                        new RecordHeaders(record.headers()),
                        rows);
            }
            engine.apply(batch);
        }
        StateBatch last = new StateBatch(0);
        last.position(storeId, partition, end);
        engine.apply(last);
    }
}
