package org.stoatflow.operator;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.api.ProcessorContext;

/**
 * The view of a table whose updates are held back: a row with an update that waits is as it was before, and others are
 * those of the table above. The buffer seldom knows since when a row has been as it was, and then the row has no time.
 *
 * @param buffer the name of the buffer
 * @param parent the view of the table above
 */
record SuppressedView<K, V>(String buffer, TableView<K, V> parent) implements TableView<K, V> {
    @Override
    public Set<String> stores() {
        // In Kafka Streams' order, which descriptions of topologies show where the names have the same hash.
        Set<String> stores = new LinkedHashSet<>();
        stores.add(buffer);
        stores.addAll(parent.stores());
        return stores;
    }

    @Override
    public TableReader<K, V> open(ProcessorContext<?, ?> context) {
        return new Reader<>(context.getStateStore(buffer), parent.open(context));
    }

    private static final class Reader<K, V> implements TableReader<K, V> {
        private final UpdateBuffer<K, V> waiting;
        private final TableReader<K, V> rows;
        private long timestamp;

        Reader(UpdateBuffer<K, V> waiting, TableReader<K, V> rows) {
            this.waiting = waiting;
            this.rows = rows;
        }

        @Override
        public @Nullable V read(K key) {
            if (waiting.holds(key)) {
                timestamp = waiting.timeBefore();
                return waiting.valueBefore();
            }
            V value = rows.read(key);
            timestamp = rows.timestamp();
            return value;
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
