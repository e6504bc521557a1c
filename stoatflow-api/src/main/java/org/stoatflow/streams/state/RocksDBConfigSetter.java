package org.stoatflow.streams.state;

import java.util.Map;
import org.rocksdb.Options;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the settings of RocksDB ({@code rocksdb.config.setter}). All stores of an application are in one database, so
 * it is called once whenever that is opened, with the application's id in the place of a store's name. It is given the
 * options that the engine has chosen; a block cache and buffers of its own replace the engine's bound of memory. The
 * comparator and the merge operator must not be changed. Has a constructor without arguments. Called by one thread.
 */
public interface RocksDBConfigSetter {
    /** The logger of setters; here because it is in Kafka Streams. */
    Logger LOG = LoggerFactory.getLogger(RocksDBConfigSetter.class);

    /**
     * Changes the settings before the database is opened.
     *
     * @param storeName the application's id
     * @param options what to change
     * @param configs the application's configuration
     */
    void setConfig(String storeName, Options options, Map<String, Object> configs);

    /**
     * Closes what {@link #setConfig} has made, such as caches and filters.
     *
     * @param storeName the application's id
     * @param options what {@link #setConfig} was given
     */
    void close(String storeName, Options options);
}
