package org.stoatflow.stores;

import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.ReadOnlyWindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/** A window store whose values are shown as something else. Thread: the user's. */
record ShownWindowStore<K, A, B>(ReadOnlyWindowStore<K, A> store, Function<A, B> show)
        implements ReadOnlyWindowStore<K, B> {
    @Override
    public @Nullable B fetch(K key, long time) {
        A value = store.fetch(key, time);
        return value == null ? null : show.apply(value);
    }

    @Override
    public WindowStoreIterator<B> fetch(K key, Instant timeFrom, Instant timeTo) {
        return new MappedIterator.OfWindows<>(store.fetch(key, timeFrom, timeTo), show);
    }

    @Override
    public WindowStoreIterator<B> backwardFetch(K key, Instant timeFrom, Instant timeTo) {
        return new MappedIterator.OfWindows<>(store.backwardFetch(key, timeFrom, timeTo), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> fetch(K keyFrom, K keyTo, Instant timeFrom, Instant timeTo) {
        return new MappedIterator<>(store.fetch(keyFrom, keyTo, timeFrom, timeTo), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> backwardFetch(K keyFrom, K keyTo, Instant timeFrom, Instant timeTo) {
        return new MappedIterator<>(store.backwardFetch(keyFrom, keyTo, timeFrom, timeTo), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> all() {
        return new MappedIterator<>(store.all(), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> backwardAll() {
        return new MappedIterator<>(store.backwardAll(), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> fetchAll(Instant timeFrom, Instant timeTo) {
        return new MappedIterator<>(store.fetchAll(timeFrom, timeTo), show);
    }

    @Override
    public KeyValueIterator<Windowed<K>, B> backwardFetchAll(Instant timeFrom, Instant timeTo) {
        return new MappedIterator<>(store.backwardFetchAll(timeFrom, timeTo), show);
    }
}
