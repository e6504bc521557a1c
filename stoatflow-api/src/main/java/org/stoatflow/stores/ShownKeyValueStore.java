package org.stoatflow.stores;

import java.util.function.Function;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;

/** A key-value store whose values are shown as something else. Thread: the user's. */
record ShownKeyValueStore<K, A, B>(ReadOnlyKeyValueStore<K, A> store, Function<A, B> show)
        implements ReadOnlyKeyValueStore<K, B> {
    @Override
    public @Nullable B get(K key) {
        A value = store.get(key);
        return value == null ? null : show.apply(value);
    }

    @Override
    public KeyValueIterator<K, B> range(K from, K to) {
        return new MappedIterator<>(store.range(from, to), show);
    }

    @Override
    public KeyValueIterator<K, B> reverseRange(K from, K to) {
        return new MappedIterator<>(store.reverseRange(from, to), show);
    }

    @Override
    public KeyValueIterator<K, B> all() {
        return new MappedIterator<>(store.all(), show);
    }

    @Override
    public KeyValueIterator<K, B> reverseAll() {
        return new MappedIterator<>(store.reverseAll(), show);
    }

    @Override
    public <PS extends Serializer<P>, P> KeyValueIterator<K, B> prefixScan(P prefix, PS prefixKeySerializer) {
        return new MappedIterator<>(store.prefixScan(prefix, prefixKeySerializer), show);
    }

    @Override
    public long approximateNumEntries() {
        return store.approximateNumEntries();
    }
}
