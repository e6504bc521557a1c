package org.stoatflow.kernel.batch;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;

/** Records of a hop for one lane. The upstream lane fills the batch. */
public final class HopBatch extends Batch {
    private static final int RECORDS_AT_FIRST = 4;

    private HopRecord[] records;
    private int size;
    private long bytes;

    /** @param sizeHint how many records are expected, such as the size of the batch before */
    public HopBatch(Epoch epoch, int entry, int sizeHint) {
        super(epoch, entry);
        records = new HopRecord[Math.clamp(sizeHint, RECORDS_AT_FIRST, RECORDS_MAX)];
    }

    void add(HopRecord record) {
        if (size == records.length) {
            records = Arrays.copyOf(records, Math.min(RECORDS_MAX, size * 2));
        }
        records[size++] = record;
        bytes += record.bytes();
    }

    public HopRecord record(int index) {
        return records[index];
    }

    @Override
    public byte @Nullable [] keyBytes(int index) {
        return records[index].keyBytes();
    }

    @Override
    public int partition(int index) {
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
