package org.stoatflow.dsl;

import java.util.Comparator;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionStore;

/** A session store in a map, by key, end and start, which shows what a store of Kafka Streams shows. */
final class MapSessionStore implements SessionStore<Object, Object> {
    private final String name;
    private final StoreSettings.Session settings;
    private final boolean persistent;
    private final TreeMap<Windowed<Object>, Object> rows =
            new TreeMap<>(Comparator.<Windowed<Object>, String>comparing(session -> (String) session.key())
                    .thenComparingLong(session -> session.window().end())
                    .thenComparingLong(session -> session.window().start()));
    private long observed = -1;

    MapSessionStore(String name, StoreSettings.Session settings, boolean persistent) {
        this.name = name;
        this.settings = settings;
        this.persistent = persistent;
    }

    @Override
    public void put(Windowed<Object> session, Object value) {
        observed = Math.max(observed, session.window().end());
        if (value == null) {
            rows.remove(session);
        } else {
            rows.put(session, value);
        }
    }

    @Override
    public void remove(Windowed<Object> session) {
        put(session, null);
    }

    @Override
    public KeyValueIterator<Windowed<Object>, Object> findSessions(Object key, long earliestEnd, long latestStart) {
        return found(session -> key.equals(session.key())
                && session.window().end() >= earliestEnd
                && session.window().start() <= latestStart);
    }

    /** Shows what has expired, too, as long as its segment lasts. */
    @Override
    public KeyValueIterator<Windowed<Object>, Object> findSessions(long earliestEnd, long latestEnd) {
        return entries(session ->
                session.window().end() >= earliestEnd && session.window().end() <= latestEnd);
    }

    @Override
    public KeyValueIterator<Windowed<Object>, Object> fetch(Object key) {
        return found(session -> key.equals(session.key()));
    }

    @Override
    public KeyValueIterator<Windowed<Object>, Object> fetch(Object fromKey, Object toKey) {
        throw new UnsupportedOperationException("no ranges of keys here");
    }

    private KeyValueIterator<Windowed<Object>, Object> found(Predicate<Windowed<Object>> wanted) {
        return entries(wanted.and(session -> session.window().end() > observed - settings.retentionMs()));
    }

    private KeyValueIterator<Windowed<Object>, Object> entries(Predicate<Windowed<Object>> wanted) {
        return new MapWindowStore.Entries<>(rows.entrySet().stream()
                .filter(row -> wanted.test(row.getKey()))
                .map(row -> KeyValue.pair(row.getKey(), row.getValue()))
                .toList()
                .iterator());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext stateStoreContext, StateStore root) {}

    @Override
    public void close() {}

    @Override
    public boolean persistent() {
        return persistent;
    }

    @Override
    public boolean isOpen() {
        return true;
    }
}
