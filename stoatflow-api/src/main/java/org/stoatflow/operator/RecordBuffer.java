package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * A store of records that wait: in the order of their timestamps, of the bytes of keys, and of their puts. Each virtual
 * partition has a buffer of its own, and all calls are about that of the record in process. Thread: the lane's.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface RecordBuffer<K, V> extends StateStore {
    /**
     * Takes a record, beside others of its key and timestamp.
     *
     * @param record the record, with a key and a value
     * @param origin where it came from; null where this is not known
     */
    void put(Record<K, V> record, @Nullable RecordMetadata origin);

    /**
     * Whether no record waits.
     *
     * @return whether the buffer has none
     */
    boolean isEmpty();

    /**
     * The least timestamp in the buffer.
     *
     * @return milliseconds since 1970
     * @throws java.util.NoSuchElementException if the buffer is empty: each number is a timestamp that a record can
     *     have
     */
    long earliestMs();

    /**
     * The greatest timestamp in the buffer.
     *
     * @return milliseconds since 1970; -1 where the buffer is empty
     */
    long latestMs();

    /**
     * The first record.
     *
     * @return the record, which stays in the buffer
     * @throws java.util.NoSuchElementException if the buffer is empty
     */
    HeldRecord<K, V> earliest();

    /**
     * Removes the first record.
     *
     * @throws java.util.NoSuchElementException if the buffer is empty
     */
    void removeEarliest();
}
