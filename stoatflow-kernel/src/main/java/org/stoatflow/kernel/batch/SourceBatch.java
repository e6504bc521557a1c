package org.stoatflow.kernel.batch;

import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;

/** Raw records from source topics; the lane deserializes them. The dispatcher fills the batch. */
public final class SourceBatch extends Batch {
    /**
     * Memory of a record beside its key, value and headers, in bytes: objects of the client, array headers, places in
     * queues.
     */
    static final int RECORD_OVERHEAD_BYTES = 200;

    private static final int RECORDS_AT_FIRST = 8;

    private ConsumerRecord<byte[], byte[]>[] records;
    private int size;
    private long bytes;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    public SourceBatch(Epoch epoch, int entry) {
        super(epoch, entry);
        this.records = new ConsumerRecord[RECORDS_AT_FIRST];
    }

    public void add(ConsumerRecord<byte[], byte[]> record) {
        if (size == records.length) {
            records = Arrays.copyOf(records, Math.min(RECORDS_MAX, size * 4));
        }
        records[size++] = record;
        bytes += bytesOf(record);
    }

    /** The memory that a raw record holds, in bytes. */
    public static long bytesOf(ConsumerRecord<byte[], byte[]> record) {
        return (long) RECORD_OVERHEAD_BYTES
                + Math.max(0, record.serializedKeySize())
                + Math.max(0, record.serializedValueSize())
                + HeaderBytes.of(record.headers());
    }

    public ConsumerRecord<byte[], byte[]> record(int index) {
        return records[index];
    }

    @Override
    public byte @Nullable [] keyBytes(int index) {
        return records[index].key();
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
