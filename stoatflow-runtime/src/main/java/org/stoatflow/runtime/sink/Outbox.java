package org.stoatflow.runtime.sink;

import java.util.Arrays;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A lane's serialized output and changelog records of one epoch, in the order in which the lane made them; kept until
 * the epoch is committed. Plain arrays, so that a record costs no object before it is sent.
 *
 * <p>Owner: the lane's thread until the lane hands it over, the committer's afterwards.
 */
public final class Outbox {
    /** The producer's partitioner decides. */
    public static final int ANY_PARTITION = -1;

    private static final int RECORDS_MIN = 16;
    private static final int RECORDS_HINT_MAX = 1 << 14;
    private static final int RECORD_OVERHEAD_BYTES = 64;

    private String[] topics;
    private int[] partitions;
    private long[] timestamps;
    // Their elements may be null, which cannot be said here.
    private byte[][] keys;
    private byte[][] values;
    private @Nullable Headers @Nullable [] headers;
    private @Nullable ChangelogPartition @Nullable [] changelogs;
    private int size;
    private long bytes;

    /** @param sizeHint how many records are expected, such as the size of the outbox before */
    public Outbox(int sizeHint) {
        int capacity = Math.clamp(sizeHint, RECORDS_MIN, RECORDS_HINT_MAX);
        topics = new String[capacity];
        partitions = new int[capacity];
        timestamps = new long[capacity];
        keys = new byte[capacity][];
        values = new byte[capacity][];
    }

    /** Appends a record for a sink topic. The byte arrays must not change afterwards. */
    public void append(
            String topic,
            int partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            @Nullable Headers recordHeaders) {
        int index = next();
        topics[index] = topic;
        partitions[index] = partition;
        timestamps[index] = timestamp;
        keys[index] = key;
        values[index] = value;
        if (recordHeaders != null) {
            if (headers == null) {
                headers = new Headers[topics.length];
            }
            headers[index] = recordHeaders;
        }
        bytes += RECORD_OVERHEAD_BYTES + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }

    /** Appends the changelog record of a store row. */
    public void appendChangelog(ChangelogPartition changelog, long timestamp, byte[] key, byte @Nullable [] value) {
        append(changelog.topic(), changelog.partition(), timestamp, key, value, null);
        if (changelogs == null) {
            changelogs = new ChangelogPartition[topics.length];
        }
        changelogs[size - 1] = changelog;
    }

    public int size() {
        return size;
    }

    /** Approximate memory held, in bytes. */
    public long bytes() {
        return bytes;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The record at {@code index}, as the producer takes it. */
    public ProducerRecord<byte[], byte[]> record(int index) {
        Integer partition = partitions[index] == ANY_PARTITION ? null : Integer.valueOf(partitions[index]);
        return new ProducerRecord<>(
                topics[index],
                partition,
                timestamps[index],
                keys[index],
                values[index],
                headers == null ? null : headers[index]);
    }

    /** The changelog partition that the record belongs to, or null for a sink's record. */
    public @Nullable ChangelogPartition changelog(int index) {
        return changelogs == null ? null : changelogs[index];
    }

    private int next() {
        if (size == topics.length) {
            int capacity = size * 2;
            topics = Arrays.copyOf(topics, capacity);
            partitions = Arrays.copyOf(partitions, capacity);
            timestamps = Arrays.copyOf(timestamps, capacity);
            keys = Arrays.copyOf(keys, capacity);
            values = Arrays.copyOf(values, capacity);
            headers = headers == null ? null : Arrays.copyOf(headers, capacity);
            changelogs = changelogs == null ? null : Arrays.copyOf(changelogs, capacity);
        }
        return size++;
    }
}
