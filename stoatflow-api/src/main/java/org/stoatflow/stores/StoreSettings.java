package org.stoatflow.stores;

import java.util.OptionalLong;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.VersionedBytesStoreSupplier;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;

/**
 * The settings of a store: a record for each kind, with what stores of this kind are made with and others are not, such
 * as the size of windows and for how long they are kept. The record answers what is asked of its {@link StoreKind}.
 */
public sealed interface StoreSettings extends StoreKind {
    /**
     * What is put beside values where nobody speaks of headers.
     *
     * @param timestamped whether timestamps are
     * @return the format
     */
    private static DslStoreFormat format(boolean timestamped) {
        return timestamped ? DslStoreFormat.TIMESTAMPED : DslStoreFormat.PLAIN;
    }

    /**
     * The beginning of a kind's name.
     *
     * @param values what is put beside values
     * @return words, and a space behind them
     */
    private static String prefix(DslStoreFormat values) {
        return switch (values) {
            case PLAIN -> "";
            case TIMESTAMPED -> "timestamped ";
            case HEADERS -> "timestamped and headers ";
        };
    }

    /**
     * A {@link org.stoatflow.streams.state.KeyValueStore}, a {@link
     * org.stoatflow.streams.state.TimestampedKeyValueStore}, or a {@link
     * org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders}.
     *
     * @param values what processors put and get beside values
     * @param entriesMax how many entries of a partition are kept, those that were used last; {@link #UNLIMITED} for all
     */
    record KeyValue(DslStoreFormat values, int entriesMax) implements StoreSettings {
        /** No entry has to leave. */
        public static final int UNLIMITED = Integer.MAX_VALUE;

        /**
         * The settings of a store that keeps all its entries.
         *
         * @param timestamped whether values have timestamps
         */
        public KeyValue(boolean timestamped) {
            this(timestamped, UNLIMITED);
        }

        /**
         * The settings of a store without headers.
         *
         * @param timestamped whether values have timestamps
         * @param entriesMax how many entries of a partition are kept
         */
        public KeyValue(boolean timestamped, int entriesMax) {
            this(format(timestamped), entriesMax);
        }

        /**
         * The settings of the stores that a supplier makes.
         *
         * @param supplier the supplier
         * @param values what processors put and get beside values
         * @return the settings
         */
        public static KeyValue of(KeyValueBytesStoreSupplier supplier, DslStoreFormat values) {
            return new KeyValue(
                    values, supplier instanceof KeyValueSupplier builtIn ? builtIn.entriesMax() : UNLIMITED);
        }

        private boolean evicts() {
            return entriesMax != UNLIMITED;
        }

        @Override
        public String kind() {
            return prefix(values) + "key value" + (evicts() ? " (recent)" : "");
        }

        @Override
        public RowLife rowLife() {
            return evicts() ? RowLife.BY_USE : RowLife.UNTIL_DELETED;
        }

        @Override
        public boolean timestamped() {
            return values != DslStoreFormat.PLAIN;
        }

        @Override
        public boolean withHeaders() {
            return values == DslStoreFormat.HEADERS;
        }
    }

    /**
     * A {@link org.stoatflow.streams.state.WindowStore}, a {@link
     * org.stoatflow.streams.state.TimestampedWindowStore}, or a {@link
     * org.stoatflow.streams.state.TimestampedWindowStoreWithHeaders}.
     *
     * @param values what processors put and get beside values
     * @param retentionMs for how long after its start a window can be read, in milliseconds
     * @param segmentMs how much time the windows cover that leave together, in milliseconds
     * @param sizeMs the length of windows, in milliseconds
     * @param retainDuplicates whether each put adds a row
     */
    record Window(DslStoreFormat values, long retentionMs, long segmentMs, long sizeMs, boolean retainDuplicates)
            implements StoreSettings {
        /**
         * The settings of a store without headers.
         *
         * @param timestamped whether values have timestamps
         * @param retentionMs for how long after its start a window can be read, in milliseconds
         * @param segmentMs how much time the windows cover that leave together, in milliseconds
         * @param sizeMs the length of windows, in milliseconds
         * @param retainDuplicates whether each put adds a row
         */
        public Window(boolean timestamped, long retentionMs, long segmentMs, long sizeMs, boolean retainDuplicates) {
            this(format(timestamped), retentionMs, segmentMs, sizeMs, retainDuplicates);
        }

        /**
         * The settings of the stores that a supplier makes.
         *
         * @param supplier the supplier
         * @param values what processors put and get beside values
         * @return the settings
         */
        public static Window of(WindowBytesStoreSupplier supplier, DslStoreFormat values) {
            return new Window(
                    values,
                    supplier.retentionPeriod(),
                    supplier.segmentIntervalMs(),
                    supplier.windowSize(),
                    supplier.retainDuplicates());
        }

        @Override
        public String kind() {
            return prefix(values) + "window";
        }

        @Override
        public boolean timestamped() {
            return values != DslStoreFormat.PLAIN;
        }

        @Override
        public boolean withHeaders() {
            return values == DslStoreFormat.HEADERS;
        }

        @Override
        public OptionalLong retention() {
            return OptionalLong.of(retentionMs);
        }

        /** A cache would merge values that are to be kept beside each other. */
        @Override
        public CacheSupport cacheSupport() {
            return retainDuplicates ? CacheSupport.IGNORED : CacheSupport.SUPPORTED;
        }
    }

    /**
     * A {@link org.stoatflow.streams.state.SessionStore}, or a {@link
     * org.stoatflow.streams.state.SessionStoreWithHeaders}.
     *
     * @param withHeaders whether values have headers
     * @param retentionMs for how long after its end a session can be read, in milliseconds
     * @param segmentMs how much time the sessions cover that leave together, in milliseconds
     */
    record Session(boolean withHeaders, long retentionMs, long segmentMs) implements StoreSettings {
        /**
         * The settings of a store without headers.
         *
         * @param retentionMs for how long after its end a session can be read, in milliseconds
         * @param segmentMs how much time the sessions cover that leave together, in milliseconds
         */
        public Session(long retentionMs, long segmentMs) {
            this(false, retentionMs, segmentMs);
        }

        /**
         * The settings of the stores that a supplier makes.
         *
         * @param supplier the supplier
         * @param withHeaders whether values have headers
         * @return the settings
         */
        public static Session of(SessionBytesStoreSupplier supplier, boolean withHeaders) {
            return new Session(withHeaders, supplier.retentionPeriod(), supplier.segmentIntervalMs());
        }

        @Override
        public String kind() {
            return withHeaders ? "headers session" : "session";
        }

        @Override
        public OptionalLong retention() {
            return OptionalLong.of(retentionMs);
        }
    }

    /**
     * A {@link org.stoatflow.streams.state.VersionedKeyValueStore}.
     *
     * @param historyMs for how long after its end a version can be read, in milliseconds
     * @param segmentMs how much time the ends of those versions cover that leave together, in milliseconds
     */
    record Versioned(long historyMs, long segmentMs) implements StoreSettings {
        private static final long MORE_COMPACTION_LAG_MS = 24 * 60 * 60 * 1_000L;

        /**
         * The settings of the stores that a supplier makes.
         *
         * @param supplier the supplier; one of the user's own, whose stores are not made here, has no segments
         * @return the settings
         */
        public static Versioned of(VersionedBytesStoreSupplier supplier) {
            long segmentMs = supplier instanceof VersionedSupplier known ? known.segmentIntervalMs() : 1;
            return new Versioned(supplier.historyRetentionMs(), segmentMs);
        }

        @Override
        public String kind() {
            return "versioned key value";
        }

        /** As long as the history and a day: so long, the changelog has each version. */
        @Override
        public OptionalLong compactionLag() {
            return OptionalLong.of(
                    historyMs > Long.MAX_VALUE - MORE_COMPACTION_LAG_MS
                            ? Long.MAX_VALUE
                            : historyMs + MORE_COMPACTION_LAG_MS);
        }

        @Override
        public CacheSupport cacheSupport() {
            return CacheSupport.REFUSED;
        }

        @Override
        public boolean isReadAsOf() {
            return true;
        }

        /** It answers with what was valid, and not that a key was deleted, nor when a version began. */
        @Override
        public boolean isWrittenAtOnce() {
            return true;
        }
    }

    /**
     * A {@link org.stoatflow.operator.RecordBuffer}, in which records of a stream wait.
     *
     * @param serdeTopic the topic that serdes are told
     */
    record Waiting(String serdeTopic) implements StoreSettings {
        @Override
        public String kind() {
            return "record buffer";
        }

        @Override
        public CacheSupport cacheSupport() {
            return CacheSupport.IGNORED;
        }
    }

    /**
     * An {@link org.stoatflow.operator.UpdateBuffer}, in which updates of a table wait.
     *
     * @param withHeaders whether each value has headers of its own
     */
    record Buffer(boolean withHeaders) implements StoreSettings {
        /** The settings of a buffer without headers. */
        public Buffer() {
            this(false);
        }

        @Override
        public String kind() {
            return "update buffer";
        }

        @Override
        public CacheSupport cacheSupport() {
            return CacheSupport.IGNORED;
        }
    }

    /**
     * A store that the user has written: of what type it is, and where its rows are, only its builder knows.
     *
     * @param builder makes the stores
     */
    record Own(StoreBuilder<?> builder) implements StoreSettings {
        @Override
        public String kind() {
            return "user's own";
        }

        @Override
        public CacheSupport cacheSupport() {
            return CacheSupport.IGNORED;
        }

        @Override
        public boolean isWrittenAtOnce() {
            return true;
        }

        @Override
        public boolean isWhollyUsers() {
            return true;
        }
    }
}
