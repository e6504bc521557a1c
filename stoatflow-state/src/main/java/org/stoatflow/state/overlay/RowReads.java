package org.stoatflow.state.overlay;

import org.jspecify.annotations.Nullable;

/** Reads of one store's rows, as bytes. Thread: the user's. */
public interface RowReads {
    /**
     * Makes something of a row.
     *
     * @param <T> of what type
     */
    @FunctionalInterface
    interface OfRow<T> {
        /**
         * Makes it.
         *
         * @param plain the plain value, which nobody may change
         * @param timestamp milliseconds since 1970, or -1 where the store keeps none
         * @return what was made
         */
        @Nullable
        T make(byte[] plain, long timestamp);
    }

    /**
     * What is made of the row of a key, or null where there is none. Threads: any, where the rows are committed ones.
     *
     * @param partition the virtual partition
     * @param key the row's key
     * @param of makes it
     * @return what was made
     */
    default <T> @Nullable T read(int partition, byte[] key, OfRow<T> of) {
        byte[] plain = read(partition, key);
        return plain == null ? null : of.make(plain, readTimestamp());
    }

    /**
     * The plain value of a key; its timestamp is then {@link #readTimestamp()}.
     *
     * @param partition the virtual partition
     * @param key the row's key
     * @return the bytes, which nobody may change, or null
     */
    byte @Nullable [] read(int partition, byte[] key);

    /**
     * The timestamp of the row that the last {@link #read} found.
     *
     * @return milliseconds since 1970, or -1 where the store keeps none
     */
    long readTimestamp();

    /**
     * Scans rows with {@code from <= key < to} as they are now.
     *
     * @param partition the virtual partition
     * @param from the least key, or null for no bound
     * @param to the key to stop before, or null for no bound
     * @param forward true for ascending keys
     * @return a cursor, to be closed
     */
    RowCursor scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward);

    /** Ends these reads: gives back what they hold, if they hold anything. Does nothing the second time. */
    default void end() {}
}
