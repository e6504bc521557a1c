package org.stoatflow.state;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;

/** What a store needs to know of the record in process. Asked on the lane's thread only, where nothing else is said. */
public interface CurrentRecord {
    /**
     * The record's timestamp, which becomes that of changelog records of plain stores and of tombstones.
     *
     * @return milliseconds since 1970
     */
    long timestamp();

    /**
     * The record's own headers, which serdes are given, as in Kafka Streams. They may write them, which shows in what
     * is derived from the record later.
     *
     * @return the headers, never null
     */
    Headers headers();

    /**
     * The record's headers as they are now.
     *
     * @return shared headers
     */
    default CopyOnWriteHeaders sharedHeaders() {
        return CopyOnWriteHeaders.of(headers());
    }

    /**
     * Called where a store is used, by any thread.
     *
     * @param store the store's name
     * @throws org.stoatflow.streams.errors.StreamsException if the caller is not the lane's thread
     */
    default void requireOwnThread(String store) {}

    /**
     * Called with the bytes that a store has made of a key, before the store uses them.
     *
     * @param store the store's name
     * @param key the key that the store was asked for
     * @param bytes its bytes; nobody may change them
     * @throws org.stoatflow.streams.errors.StreamsException if the lane must not use that row
     */
    default void onKey(String store, Object key, byte[] bytes) {}

    /**
     * Called where a store is asked for all rows of its partition, or for all rows up to or from a key.
     *
     * @param store the store's name
     * @throws org.stoatflow.streams.errors.StreamsException if the lane does not own all of them
     */
    default void onOpenScan(String store) {}

    /**
     * What a cache remembers of the record in process, such as topic and offset, until it flushes the row that the
     * record wrote. The cache remembers timestamp and headers in any case.
     *
     * @return something that does not change, or null, which is the default
     */
    default @Nullable Object keep() {
        return null;
    }

    /**
     * The same for a row that stays, without what may be large.
     *
     * @return what {@link #resume} is given
     */
    default @Nullable Object keepForRow() {
        return keep();
    }

    /**
     * The memory of what {@link #keepForRow} gives, which the cache counts with the row.
     *
     * @return a number of bytes
     */
    default long keptForRowBytes() {
        return 0;
    }

    /**
     * Makes a remembered record the current one. The cache calls this before it calls a flush listener, and again
     * afterwards with the record that was current before.
     *
     * @param kept what {@link #keep()} gave
     */
    default void resume(@Nullable Object kept) {}
}
