package org.stoatflow.streams.state;

import org.stoatflow.streams.DslStoreFormat;

/** The suppliers of operators' stores that come with the library. Safe for use by any thread. */
public class BuiltInDslStoreSuppliers {
    /** Supplies stores on disk. */
    public static final DslStoreSuppliers ROCKS_DB = new RocksDBDslStoreSuppliers();

    /** Supplies stores in memory. */
    public static final DslStoreSuppliers IN_MEMORY = new InMemoryDslStoreSuppliers();

    /** Creates nothing of use: all members are static. */
    public BuiltInDslStoreSuppliers() {}

    /** Supplies stores on disk, in RocksDB, of the format that is asked for. */
    public static class RocksDBDslStoreSuppliers implements DslStoreSuppliers {
        /** Creates suppliers that need no configuration. */
        public RocksDBDslStoreSuppliers() {}

        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return switch (params.dslStoreFormat()) {
                case PLAIN -> Stores.persistentKeyValueStore(params.name());
                case TIMESTAMPED -> Stores.persistentTimestampedKeyValueStore(params.name());
                case HEADERS -> Stores.persistentTimestampedKeyValueStoreWithHeaders(params.name());
            };
        }

        /** Makes a store with timestamps where the parameters name no format. */
        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            DslStoreFormat asked = params.dslStoreFormat();
            return switch (asked == null ? DslStoreFormat.TIMESTAMPED : asked) {
                case PLAIN ->
                    Stores.persistentWindowStore(
                            params.name(), params.retentionPeriod(), params.windowSize(), params.retainDuplicates());
                case TIMESTAMPED ->
                    Stores.persistentTimestampedWindowStore(
                            params.name(), params.retentionPeriod(), params.windowSize(), params.retainDuplicates());
                case HEADERS ->
                    Stores.persistentTimestampedWindowStoreWithHeaders(
                            params.name(), params.retentionPeriod(), params.windowSize(), params.retainDuplicates());
            };
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            return params.storeFormat() == DslStoreFormat.HEADERS
                    ? Stores.persistentSessionStoreWithHeaders(params.name(), params.retentionPeriod())
                    : Stores.persistentSessionStore(params.name(), params.retentionPeriod());
        }
    }

    /** Supplies stores in memory. They have room for timestamps, whatever format is asked for. */
    public static class InMemoryDslStoreSuppliers implements DslStoreSuppliers {
        /** Creates suppliers that need no configuration. */
        public InMemoryDslStoreSuppliers() {}

        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return Stores.inMemoryKeyValueStore(params.name());
        }

        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            return Stores.inMemoryWindowStore(
                    params.name(), params.retentionPeriod(), params.windowSize(), params.retainDuplicates());
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            return Stores.inMemorySessionStore(params.name(), params.retentionPeriod());
        }
    }
}
