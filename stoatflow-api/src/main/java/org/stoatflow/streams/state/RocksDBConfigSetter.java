package org.stoatflow.streams.state;

import java.util.Map;
import org.rocksdb.Options;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the settings of RocksDB. Programs that have one compile; StoatFlow does not call it yet, and says so at the
 * start where {@code rocksdb.config.setter} is set. The engine on disk is one database for all stores of an
 * application, which has settings of its own.
 */
public interface RocksDBConfigSetter {
    /** The logger of setters; here because it is in Kafka Streams. */
    Logger LOG = LoggerFactory.getLogger(RocksDBConfigSetter.class);

    /**
     * Changes the settings of a store before it is opened.
     *
     * @param storeName the store
     * @param options what to change
     * @param configs the application's configuration
     */
    void setConfig(String storeName, Options options, Map<String, Object> configs);

    /**
     * Closes what {@link #setConfig} has made, such as caches and filters.
     *
     * @param storeName the store
     * @param options what {@link #setConfig} was given
     */
    void close(String storeName, Options options);
}
