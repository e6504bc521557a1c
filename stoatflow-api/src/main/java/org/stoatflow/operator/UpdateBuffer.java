package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * A store of updates that wait: the newest one of each row, in the order of time and then of the bytes of keys. Each
 * virtual partition has a buffer of its own, and all calls are about that of the record in process. Thread: the
 * lane's.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface UpdateBuffer<K, V> extends StateStore {
    /**
     * Takes an update. It takes the place of an earlier update of its row, and then has that one's time.
     *
     * @param timeMs the time by which updates are ordered, in milliseconds since 1970
     * @param update the update
     * @param origin where the record came from that brought the update; null where this is not known
     */
    void put(long timeMs, Record<K, Change<V>> update, @Nullable RecordMetadata origin);

    /**
     * The least time in the buffer.
     *
     * @return milliseconds since 1970
     * @throws java.util.NoSuchElementException if the buffer is empty: each number is a time that an update can have
     */
    long earliestMs();

    /**
     * The update with the least time.
     *
     * @return the update, which stays in the buffer
     * @throws java.util.NoSuchElementException if the buffer is empty
     */
    HeldRecord<K, Change<V>> earliest();

    /**
     * Removes the update with the least time.
     *
     * @throws java.util.NoSuchElementException if the buffer is empty
     */
    void removeEarliest();

    /**
     * How many updates there are.
     *
     * @return their number
     */
    int size();

    /**
     * How much the updates take, by Kafka Streams' estimate: the bytes of keys, values and headers, and some for what
     * belongs to each.
     *
     * @return the number of bytes
     */
    long bytes();

    /**
     * Whether there is an update of a row.
     *
     * @param key the row's key
     * @return whether one waits
     */
    boolean holds(K key);

    /**
     * The value that the row had before its first update that waits. To be asked after {@link #holds} has found an
     * update of the row, before anything else is done with the buffer.
     *
     * @return the value, or null if there was no row
     */
    @Nullable
    V valueBefore();

    /**
     * The time of that value, as far as the buffer knows it. To be asked when {@link #valueBefore} may be.
     *
     * @return milliseconds since 1970; -1 where it is not known
     */
    long timeBefore();
}
