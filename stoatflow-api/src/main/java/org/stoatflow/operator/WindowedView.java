package org.stoatflow.operator;

import java.util.Set;
import java.util.function.Function;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ProcessorContext;

/**
 * How another operator reads a windowed table: from its store.
 *
 * @param store the table's store
 * @param reader makes a reader of the opened store
 * @param <K> the type of the stream's keys
 * @param <S> the type of the store
 * @param <V> the type of values
 */
record WindowedView<K, S extends StateStore, V>(WindowedStore<S> store, Function<S, TableReader<Windowed<K>, V>> reader)
        implements TableView<Windowed<K>, V> {
    @Override
    public Set<String> stores() {
        return Set.of(store.name());
    }

    @Override
    public TableReader<Windowed<K>, V> open(ProcessorContext<?, ?> context) {
        return reader.apply(store.open(context));
    }
}
