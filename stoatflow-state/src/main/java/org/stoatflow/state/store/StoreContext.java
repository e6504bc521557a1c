package org.stoatflow.state.store;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Who uses a store: a lane that processes records, or a query. Thread: that of the user.
 */
public interface StoreContext {
    /**
     * The virtual partition that reads, writes and scans are about.
     *
     * @return the partition
     */
    int partition();

    /**
     * The timestamp of the record in process, which rows without one of their own are written with.
     *
     * @return milliseconds since 1970
     */
    long timestamp();

    /**
     * The headers that serdes are given.
     *
     * @return the headers, never null
     */
    Headers headers();

    /**
     * Whether the store may be used.
     *
     * @return false after close
     */
    boolean isOpen();

    /**
     * Refuses use after close.
     *
     * @param store the store's name
     */
    void requireOpen(String store);

    /**
     * Called with the bytes that a store has made of a key, before the store uses them.
     *
     * @param store the store's name
     * @param key the key that the store was asked for
     * @param bytes its bytes
     */
    void onKey(String store, Object key, byte[] bytes);

    /**
     * Called where a store is asked for all rows of its partition, or for all rows up to or from a key.
     *
     * @param store the store's name
     */
    void onOpenScan(String store);

    /**
     * Called where a store drops a put, since it comes too late for what the store keeps.
     *
     * @param store the store's name
     */
    void onExpired(String store);

    /**
     * How many bytes key and value of a row may have together that is logged.
     *
     * @return what the producer of the changelog takes; no bound where nothing is logged
     */
    default int loggedBytesMax() {
        return Integer.MAX_VALUE;
    }

    /**
     * Shows a key in a message, as far as keys may be shown.
     *
     * @param key the key's bytes
     * @return a text
     */
    default String shown(byte[] key) {
        return "(not shown)";
    }

    /**
     * The bytes of this very key, where they are remembered.
     *
     * @param key a key for which serializers give canonical bytes ({@link org.stoatflow.state.CanonicalBytes})
     * @return the bytes, or null
     */
    byte @Nullable [] memo(Object key);

    /**
     * Remembers the bytes of a key.
     *
     * @param key the key
     * @param bytes what its serializer gave
     */
    void memo(Object key, byte[] bytes);

    /**
     * Remembers the bytes of a value.
     *
     * @param value a value for which serializers give canonical bytes ({@link org.stoatflow.state.CanonicalBytes})
     * @param bytes what its serializer gave
     * @param serializer the serializer's class
     */
    void valueMemo(Object value, byte[] bytes, Class<?> serializer);
}
