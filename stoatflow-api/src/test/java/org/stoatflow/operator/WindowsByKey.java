package org.stoatflow.operator;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import org.apache.kafka.common.errors.SerializationException;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * Windows in the order of their keys, as in one segment of a store on disk. It counts what is read, what is passed over
 * in the segment for it, and what is read and not passed on.
 */
final class WindowsByKey implements WindowScan<Integer, String, String> {
    private final TreeSet<Windowed<Integer>> windows =
            new TreeSet<>(Comparator.<Windowed<Integer>, Integer>comparing(Windowed::key)
                    .thenComparingLong(window -> window.window().end())
                    .thenComparingLong(window -> window.window().start()));
    private final IntSupplier forwarded;
    private boolean goesByStart;
    private boolean showsAll;
    private int looks;
    private int read;
    private int scanned;
    private int failing;
    private int heldMost;

    WindowsByKey(IntSupplier forwarded) {
        this.forwarded = forwarded;
    }

    void goByStart() {
        goesByStart = true;
    }

    void showAll() {
        showsAll = true;
    }

    void put(Windowed<Integer> window) {
        windows.add(window);
    }

    void remove(Windowed<Integer> window) {
        windows.remove(window);
    }

    List<Windowed<Integer>> all() {
        return List.copyOf(windows);
    }

    int looks() {
        return looks;
    }

    int read() {
        return read;
    }

    int scanned() {
        return scanned;
    }

    /** The next scan throws. */
    void failOnce() {
        failing = 1;
    }

    private void fail() {
        if (failing-- == 1) {
            throw new SerializationException("not now");
        }
    }

    int heldMost() {
        return heldMost;
    }

    @Override
    public KeyValueIterator<Windowed<Integer>, String> between(long fromMs, long toMs) {
        looks++;
        boolean isKept = toMs < Long.MAX_VALUE; // else only times are looked for
        int forwardedBefore = forwarded.getAsInt();
        int readBefore = read;
        Iterator<Windowed<Integer>> found = windows.stream()
                .peek(window -> scanned++)
                .peek(window -> fail())
                .filter(window -> showsAll
                        || (window.window().end() >= fromMs && window.window().end() <= toMs))
                .iterator();
        return new KeyValueIterator<>() {
            @Override
            public boolean hasNext() {
                return found.hasNext();
            }

            @Override
            public KeyValue<Windowed<Integer>, String> next() {
                read++;
                if (isKept && !goesByStart) {
                    heldMost = Math.max(heldMost, read - readBefore - (forwarded.getAsInt() - forwardedBefore));
                }
                return new KeyValue<>(found.next(), "value");
            }

            @Override
            public Windowed<Integer> peekNextKey() {
                throw new UnsupportedOperationException("only next() is called");
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public long timeMs(Window window) {
        return window.end();
    }

    @Override
    public boolean goesByStart() {
        return goesByStart;
    }

    @Override
    public String aggregate(String stored) {
        return stored;
    }

    @Override
    public long timestamp(Window window, String stored) {
        return window.end();
    }
}
