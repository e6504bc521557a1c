package org.stoatflow.kernel.chain;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.record.ShownKeys;
import org.stoatflow.kernel.record.WorkAges;
import org.stoatflow.record.CopyOnWriteHeaders;

/** Gives records that come in to the children of their source. Owner: the lane's thread. */
final class EntryForwarder extends Forwarder {
    private final RecordCursor cursor;
    private final WorkAges.Source ages;

    EntryForwarder(String source, RecordCursor cursor, ShownKeys shown, WorkAges.Source ages) {
        super(source, cursor, false, shown);
        this.cursor = cursor;
        this.ages = ages;
    }

    @Override
    public void forward(@Nullable Object key, @Nullable Object value, long timestamp, CopyOnWriteHeaders headers) {
        ages.onRecord(timestamp, cursor.lanePartition());
        super.forward(key, value, timestamp, headers);
    }
}
