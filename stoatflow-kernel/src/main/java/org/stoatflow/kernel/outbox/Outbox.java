package org.stoatflow.kernel.outbox;

import java.util.Arrays;
import java.util.BitSet;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.HeaderBytes;
import org.stoatflow.kernel.error.ErrorContext;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.ChangelogCollector;

/**
 * A lane's serialized output and changelog records of one epoch, in the order in which the lane made them. They are
 * kept until the epoch is committed, in plain arrays, so that a record costs no object before it is sent.
 *
 * <p>Owner: the lane's thread until the lane hands it over, the committer's until it gives it back, then the lane's
 * again. Shared field: {@code back}, the committer sets it, the lane reads and clears it.
 *
 * <p>Shared. Written by: the lane, until it hands it over. Read by: the committer afterwards. Safe: handed over through
 * a concurrent queue. Proof: OverlayProof, OverlayStress.
 */
public final class Outbox {
    /** Stands for the partition that the producer's partitioner will choose. */
    public static final int ANY_PARTITION = -1;

    /** Stands for the time at which the producer sends. */
    public static final long NO_TIMESTAMP = ChangelogCollector.NO_TIMESTAMP;

    private static final int RECORDS_MIN = 16;
    private static final int RECORDS_HINT_MAX = 1 << 14;
    /** A record's places in arrays, two array headers, and the record's origin. */
    private static final int RECORD_OVERHEAD_BYTES = 112;

    private static final int ROOM_FACTOR_MAX = 4;

    private String[] topics;
    private int[] partitions;
    private long[] timestamps;
    // The elements of these arrays may be null, which their type does not say.
    private byte[][] keys;
    private byte[][] values;
    private @Nullable CopyOnWriteHeaders @Nullable [] headers;
    private @Nullable ChangelogPartition @Nullable [] changelogs;
    private @Nullable Origins origins;
    private @Nullable BitSet dropped;
    private int size;
    private long bytes;
    private volatile boolean back;

    /** @param sizeHint how many records are expected, such as the size of the previous outbox */
    public Outbox(int sizeHint) {
        int capacity = Math.clamp(sizeHint, RECORDS_MIN, RECORDS_HINT_MAX);
        topics = new String[capacity];
        partitions = new int[capacity];
        timestamps = new long[capacity];
        keys = new byte[capacity][];
        values = new byte[capacity][];
    }

    /** Appends a record for a sink topic. The byte arrays must not change afterwards; the headers are shared. */
    public void append(
            String topic,
            int partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            @Nullable CopyOnWriteHeaders recordHeaders) {
        int index = next();
        topics[index] = topic;
        partitions[index] = partition;
        timestamps[index] = timestamp;
        keys[index] = key;
        values[index] = value;
        if (recordHeaders != null && !recordHeaders.isEmpty()) {
            if (headers == null) {
                headers = new CopyOnWriteHeaders[topics.length];
            }
            headers[index] = recordHeaders;
        }
        bytes += bytesOf(key, value) + (recordHeaders == null ? 0 : HeaderBytes.of(recordHeaders));
    }

    /**
     * Records the origin of the record that was appended last: the node that sent it, and the record that the node was
     * processing.
     */
    public void sentBy(SendingNode sender, @Nullable String topic, int partition, long offset) {
        if (origins == null) {
            origins = new Origins(topics.length);
        }
        origins.set(size - 1, sender, topic, partition, offset);
    }

    /** Appends a dead letter that an error handler gave. */
    public void appendDeadLetter(
            ProducerRecord<byte[], byte[]> letter,
            SendingNode sender,
            @Nullable String topic,
            int partition,
            long offset) {
        CopyOnWriteHeaders own = CopyOnWriteHeaders.of(letter.headers()).detached();
        appendDeadLetter(letter, own, sender, topic, partition, offset);
    }

    /** As the other, for one of many letters, which have headers in common. */
    public void appendDeadLetter(
            ProducerRecord<byte[], byte[]> letter,
            LetterHeaders common,
            SendingNode sender,
            @Nullable String topic,
            int partition,
            long offset) {
        appendDeadLetter(letter, common.of(letter), sender, topic, partition, offset);
    }

    private void appendDeadLetter(
            ProducerRecord<byte[], byte[]> letter,
            CopyOnWriteHeaders letterHeaders,
            SendingNode sender,
            @Nullable String topic,
            int partition,
            long offset) {
        append(
                letter.topic(),
                letter.partition() == null ? ANY_PARTITION : letter.partition(),
                letter.timestamp() == null ? NO_TIMESTAMP : letter.timestamp(),
                copy(letter.key()),
                copy(letter.value()),
                letterHeaders);
        sentBy(sender, topic, partition, offset);
    }

    private static byte @Nullable [] copy(byte @Nullable [] bytes) {
        return bytes == null ? null : bytes.clone();
    }

    private static long bytesOf(byte @Nullable [] key, byte @Nullable [] value) {
        return (long) RECORD_OVERHEAD_BYTES + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }

    /** Removes the records from {@code newSize} on. The lane's thread calls this, before it hands the outbox over. */
    public void truncate(int newSize) {
        for (int i = newSize; i < size; i++) {
            Headers of = headers == null ? null : headers[i];
            bytes -= bytesOf(keys[i], values[i]) + (of == null ? 0 : HeaderBytes.of(of));
        }
        Arrays.fill(topics, newSize, size, null);
        Arrays.fill(keys, newSize, size, null);
        Arrays.fill(values, newSize, size, null);
        if (headers != null) {
            Arrays.fill(headers, newSize, size, null);
        }
        if (changelogs != null) {
            Arrays.fill(changelogs, newSize, size, null);
        }
        if (origins != null) {
            origins.forget(newSize, size);
        }
        size = newSize;
    }

    /** Appends a changelog record. The byte arrays must not change afterwards; the headers are shared. */
    public void appendChangelog(
            ChangelogPartition changelog,
            long timestamp,
            byte[] key,
            byte @Nullable [] value,
            @Nullable CopyOnWriteHeaders recordHeaders) {
        append(changelog.topic(), changelog.partition(), timestamp, key, value, recordHeaders);
        if (changelogs == null) {
            changelogs = new ChangelogPartition[topics.length];
        }
        changelogs[size - 1] = changelog;
    }

    /**
     * Empties the outbox and gives it back to its lane. The committer's thread calls this once the epoch is committed:
     * then no record will be sent again, and every callback has come.
     */
    public void giveBack() {
        truncate(0);
        dropped = null;
        back = true;
    }

    /**
     * Takes the outbox back from the committer, to fill it again. The lane's thread.
     *
     * @param expected how many records are expected
     * @return false if the committer still has the outbox, or if the outbox has far more room than is expected
     */
    public boolean takeBack(int expected) {
        if (!back || topics.length > ROOM_FACTOR_MAX * Math.max(expected, RECORDS_MIN)) {
            return false;
        }
        back = false;
        return true;
    }

    public int size() {
        return size;
    }

    /** Approximate memory that the outbox holds, in bytes. */
    public long bytes() {
        return bytes;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Makes the record at {@code index} for the producer. */
    public ProducerRecord<byte[], byte[]> record(int index) {
        Integer partition = partitions[index] == ANY_PARTITION ? null : Integer.valueOf(partitions[index]);
        return new ProducerRecord<>(
                topics[index],
                partition,
                timestamps[index] == NO_TIMESTAMP ? null : Long.valueOf(timestamps[index]),
                keys[index],
                values[index],
                headers == null ? null : headers[index]);
    }

    /** The topic of the record at {@code index}. */
    public String topic(int index) {
        return topics[index];
    }

    /** The partition of the record at {@code index}, or {@link #ANY_PARTITION}. */
    public int partition(int index) {
        return partitions[index];
    }

    /** The changelog partition that the record belongs to, or null for a sink's record. */
    public @Nullable ChangelogPartition changelog(int index) {
        return changelogs == null ? null : changelogs[index];
    }

    /** The node that sent the record; null for a changelog record. */
    public @Nullable SendingNode sender(int index) {
        return origins == null ? null : origins.sender(index);
    }

    /** Where the record was made, for error handlers. Only for a record that has a {@link #sender}. */
    public ErrorContext context(int index) {
        SendingNode sender = sender(index);
        if (origins == null || sender == null) {
            throw new IllegalStateException(
                    "record " + index + " of " + size + " to " + topics[index] + " has no sender");
        }
        CopyOnWriteHeaders of = headers == null ? null : headers[index];
        Headers own = of == null ? CopyOnWriteHeaders.NONE.own() : of.own();
        return origins.context(index, sender, own, timestamps[index]);
    }

    /** The size of the record's key and value, in bytes. */
    public long bytes(int index) {
        return bytesOf(keys[index], values[index]);
    }

    /** Drops the record, so that it is left out when the outbox is sent again. The committer's thread. */
    public void drop(int index) {
        if (dropped == null) {
            dropped = new BitSet();
        }
        dropped.set(index);
    }

    public boolean isDropped(int index) {
        return dropped != null && dropped.get(index);
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
