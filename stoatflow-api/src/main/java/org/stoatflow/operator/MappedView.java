package org.stoatflow.operator;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.ValueMapperWithKey;
import org.stoatflow.streams.processor.api.ProcessorContext;

/** The view of a table that is made of another one, row by row, and is not kept. */
record MappedView<K, VIn, VOut>(
        TableView<K, VIn> parent, ValueMapperWithKey<? super K, ? super VIn, ? extends @Nullable VOut> mapper)
        implements TableView<K, VOut> {
    @Override
    public Set<String> stores() {
        return parent.stores();
    }

    @Override
    public TableReader<K, VOut> open(ProcessorContext<?, ?> context) {
        return new Reader(parent.open(context));
    }

    private final class Reader implements TableReader<K, VOut> {
        private final TableReader<K, VIn> rows;
        private long timestamp;

        Reader(TableReader<K, VIn> rows) {
            this.rows = rows;
        }

        @Override
        public @Nullable VOut read(K key) {
            return mapped(key, rows.read(key));
        }

        @Override
        public boolean versioned() {
            return rows.versioned();
        }

        @Override
        public @Nullable VOut read(K key, long asOfMs) {
            return mapped(key, rows.read(key, asOfMs));
        }

        private @Nullable VOut mapped(K key, @Nullable VIn value) {
            timestamp = rows.timestamp();
            return value == null ? null : mapper.apply(key, value);
        }

        @Override
        public long timestamp() {
            return timestamp;
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
