package org.stoatflow.stores;

import java.util.OptionalLong;

/**
 * What the engine asks of a store's kind, beside the format of its rows. Where a kind does not answer, it is built in,
 * and its rows have no timestamps and leave by time.
 */
interface StoreKind {
    /**
     * What the store is to its processors, in words.
     *
     * @return the kind, for texts that people read
     */
    String kind();

    /**
     * Whether the store's values have timestamps.
     *
     * @return whether processors put and get them
     */
    default boolean timestamped() {
        return false;
    }

    /**
     * Whether the store's values have headers.
     *
     * @return whether processors put and get them
     */
    default boolean withHeaders() {
        return false;
    }

    /**
     * What ends the life of a row that nobody deletes. Lanes share the partitions of a store only where nothing does.
     *
     * @return the end
     */
    default RowLife rowLife() {
        return RowLife.BY_TIME;
    }

    /**
     * For how long the store keeps what it is given, where users and its changelog are told of it.
     *
     * @return milliseconds; empty where entries stay until they are deleted, or the topic of the changelog does not
     *     delete by time
     */
    default OptionalLong retention() {
        return OptionalLong.empty();
    }

    /**
     * For how long the changelog has to keep all records of a key, where restore needs more than the last one.
     *
     * @return milliseconds; empty where the last record of a key is enough
     */
    default OptionalLong compactionLag() {
        return OptionalLong.empty();
    }

    /**
     * Whether the store keeps several values that were put with one key and time.
     *
     * @return false where a put replaces the one before
     */
    default boolean retainDuplicates() {
        return false;
    }

    /**
     * Whether the store is asked for what was valid at a time. Then the time of a record that waits for its look-up,
     * and not that of the puts, says which rows are still needed.
     *
     * @return false where the store is asked for what it has now
     */
    default boolean isReadAsOf() {
        return false;
    }

    /**
     * What the store does where it is asked to have a cache.
     *
     * @return whether it has one then
     */
    default CacheSupport cacheSupport() {
        return CacheSupport.SUPPORTED;
    }

    /**
     * Whether an inner store of the user's is written at each put of a processor. It is where its calls do not tell all
     * that it holds, so that it cannot lie below what is not committed.
     *
     * @return false where it is given committed rows
     */
    default boolean isWrittenAtOnce() {
        return false;
    }

    /**
     * Whether processors are given an object of the user's own class, above which nothing is ours: no overlay, cache or
     * changelog.
     *
     * @return false where at most the inner store is the user's
     */
    default boolean isWhollyUsers() {
        return false;
    }
}
