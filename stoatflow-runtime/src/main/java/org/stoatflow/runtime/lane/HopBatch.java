package org.stoatflow.runtime.lane;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.epoch.Epoch;

/** Records of a hop for one lane. Filled by the upstream lane. */
final class HopBatch extends Batch {
    private static final int RECORDS_AT_FIRST = 4;

    private HopRecord[] records = new HopRecord[RECORDS_AT_FIRST];
    private int size;
    private long bytes;

    HopBatch(Epoch epoch, int entry) {
        super(epoch, entry);
    }

    void add(HopRecord record) {
        if (size == records.length) {
            records = Arrays.copyOf(records, Math.min(RECORDS_MAX, size * 4));
        }
        records[size++] = record;
        bytes += record.bytes();
    }

    HopRecord record(int index) {
        return records[index];
    }

    @Override
    byte @Nullable [] keyBytes(int index) {
        return records[index].keyBytes();
    }

    @Override
    int partition(int index) {
        return records[index].partition();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long bytes() {
        return bytes;
    }
}
