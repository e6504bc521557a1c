package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.query.Position;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.SessionStore;

/** A user's session store of bytes, in a map by key, end and start, that never forgets. */
final class TreeSessions implements SessionStore<Bytes, byte[]> {
    private static final long FOREVER_MS = 1L << 40;
    private static final Comparator<Windowed<Bytes>> BY_KEY_AND_END = Comparator.<Windowed<Bytes>, Bytes>comparing(
                    Windowed::key)
            .thenComparing(session -> session.window().end())
            .thenComparing(session -> session.window().start());

    private final String name;
    private final TreeMap<Windowed<Bytes>, byte[]> rows = new TreeMap<>(BY_KEY_AND_END);
    private final Position position = Position.emptyPosition();
    private boolean open;

    private TreeSessions(String name) {
        this.name = name;
    }

    static SessionBytesStoreSupplier supplier(String name) {
        return new SessionBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public SessionStore<Bytes, byte[]> get() {
                return new TreeSessions(name);
            }

            @Override
            public String metricsScope() {
                return "tree";
            }

            @Override
            public long segmentIntervalMs() {
                return FOREVER_MS;
            }

            @Override
            public long retentionPeriod() {
                return FOREVER_MS;
            }
        };
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(root, (key, value) -> {
            throw new UnsupportedOperationException("no changelog is read here");
        });
        open = true;
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public Position getPosition() {
        return position;
    }

    @Override
    public void put(Windowed<Bytes> session, byte[] value) {
        if (value == null) {
            remove(session);
        } else {
            rows.put(session, value);
        }
    }

    @Override
    public void remove(Windowed<Bytes> session) {
        rows.remove(session);
    }

    @Override
    public byte[] fetchSession(Bytes key, long start, long end) {
        return rows.get(new Windowed<>(key, new SessionWindow(start, end)));
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(Bytes key, long earliestEnd, long latestStart) {
        return findSessions(key, key, earliestEnd, latestStart);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
            Bytes keyFrom, Bytes keyTo, long earliestEnd, long latestStart) {
        List<KeyValue<Windowed<Bytes>, byte[]>> found = new ArrayList<>();
        rows.forEach((session, value) -> {
            boolean asked = (keyFrom == null || session.key().compareTo(keyFrom) >= 0)
                    && (keyTo == null || session.key().compareTo(keyTo) <= 0)
                    && session.window().end() >= earliestEnd
                    && session.window().start() <= latestStart;
            if (asked) {
                found.add(new KeyValue<>(session, value));
            }
        });
        return new ListIterator<>(found);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(Bytes key) {
        return findSessions(key, 0, Long.MAX_VALUE);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(Bytes keyFrom, Bytes keyTo) {
        return findSessions(keyFrom, keyTo, 0, Long.MAX_VALUE);
    }
}
