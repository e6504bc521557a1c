package org.stoatflow.parity.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.TimeWindow;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.query.Position;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/**
 * A user's window store of bytes, in a map by key and start, that never forgets. It may retain duplicates. On disk, a
 * file has what was put, in order.
 */
final class TreeWindows implements WindowStore<Bytes, byte[]> {
    private static final long FOREVER_MS = 1L << 40;

    private final String name;
    private final long sizeMs;
    private final boolean duplicates;
    private final boolean onDisk;
    private Path file = Path.of("not open");
    private final NavigableMap<Bytes, NavigableMap<Long, List<byte[]>>> rows = new TreeMap<>();
    private final Position position = Position.emptyPosition();
    private boolean open;

    private TreeWindows(String name, long sizeMs, boolean duplicates, boolean onDisk) {
        this.name = name;
        this.onDisk = onDisk;
        this.sizeMs = sizeMs;
        this.duplicates = duplicates;
    }

    static WindowBytesStoreSupplier supplier(String name, long sizeMs) {
        return supplier(name, sizeMs, FOREVER_MS, false);
    }

    /** The retention is only said. */
    static WindowBytesStoreSupplier supplier(String name, long sizeMs, long retentionMs, boolean duplicates) {
        return supplier(name, sizeMs, retentionMs, duplicates, false);
    }

    static WindowBytesStoreSupplier supplier(
            String name, long sizeMs, long retentionMs, boolean duplicates, boolean onDisk) {
        return new WindowBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public WindowStore<Bytes, byte[]> get() {
                return new TreeWindows(name, sizeMs, duplicates, onDisk);
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
            public long windowSize() {
                return sizeMs;
            }

            @Override
            public boolean retainDuplicates() {
                return duplicates;
            }

            @Override
            public long retentionPeriod() {
                return retentionMs;
            }
        };
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        if (onDisk) {
            file = context.stateDir().toPath().resolve(name + ".txt");
            load();
        }
        context.register(root, (key, value) -> {
            int end = key.length - Long.BYTES - Integer.BYTES; // behind the key: the start, and a number
            put(Bytes.wrap(Arrays.copyOf(key, end)), value, ByteBuffer.wrap(key).getLong(end));
        });
        open = true;
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public boolean persistent() {
        return onDisk;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public Position getPosition() {
        return position;
    }

    private void load() {
        try {
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                String[] parts = line.split(" ");
                byte[] value = parts.length == 2 ? null : Base64.getDecoder().decode(parts[2]);
                keep(Bytes.wrap(Base64.getDecoder().decode(parts[1])), value, Long.parseLong(parts[0]));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void put(Bytes key, byte[] value, long start) {
        if (onDisk) {
            Base64.Encoder encoder = Base64.getEncoder();
            String line = start + " " + encoder.encodeToString(key.get())
                    + (value == null ? "" : " " + encoder.encodeToString(value)) + "\n";
            try {
                Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        keep(key, value, start);
    }

    private void keep(Bytes key, byte[] value, long start) {
        NavigableMap<Long, List<byte[]>> windows = rows.computeIfAbsent(key, none -> new TreeMap<>());
        if (!duplicates) {
            windows.remove(start);
        }
        if (value != null) {
            windows.computeIfAbsent(start, none -> new ArrayList<>()).add(value);
        }
    }

    @Override
    public byte[] fetch(Bytes key, long start) {
        List<byte[]> found = rows.getOrDefault(key, new TreeMap<>()).get(start);
        return found == null ? null : found.getLast();
    }

    @Override
    public WindowStoreIterator<byte[]> fetch(Bytes key, long from, long to) {
        return new Found(ofKey(key, from, to));
    }

    @Override
    public WindowStoreIterator<byte[]> backwardFetch(Bytes key, long from, long to) {
        return new Found(ofKey(key, from, to).reversed());
    }

    private List<KeyValue<Long, byte[]>> ofKey(Bytes key, long from, long to) {
        List<KeyValue<Long, byte[]>> found = new ArrayList<>();
        if (from <= to) {
            rows.getOrDefault(key, new TreeMap<>())
                    .subMap(from, true, to, true)
                    .forEach((start, values) -> values.forEach(value -> found.add(new KeyValue<>(start, value))));
        }
        return found;
    }

    private static final class Found extends ListIterator<Long, byte[]> implements WindowStoreIterator<byte[]> {
        Found(List<KeyValue<Long, byte[]>> found) {
            super(found);
        }
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(Bytes keyFrom, Bytes keyTo, long from, long to) {
        return new ListIterator<>(between(keyFrom, keyTo, from, to));
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(Bytes keyFrom, Bytes keyTo, long from, long to) {
        return new ListIterator<>(between(keyFrom, keyTo, from, to).reversed());
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> fetchAll(long from, long to) {
        return new ListIterator<>(between(null, null, from, to));
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> all() {
        return new ListIterator<>(between(null, null, 0, Long.MAX_VALUE));
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> backwardAll() {
        return new ListIterator<>(between(null, null, 0, Long.MAX_VALUE).reversed());
    }

    private List<KeyValue<Windowed<Bytes>, byte[]>> between(Bytes keyFrom, Bytes keyTo, long from, long to) {
        List<KeyValue<Windowed<Bytes>, byte[]>> found = new ArrayList<>();
        for (Map.Entry<Bytes, NavigableMap<Long, List<byte[]>>> row : rows.entrySet()) {
            boolean asked = (keyFrom == null || row.getKey().compareTo(keyFrom) >= 0)
                    && (keyTo == null || row.getKey().compareTo(keyTo) <= 0);
            if (asked) {
                ofKey(row.getKey(), from, to)
                        .forEach(window -> found.add(new KeyValue<>(
                                new Windowed<>(row.getKey(), new TimeWindow(window.key, window.key + sizeMs)),
                                window.value)));
            }
        }
        return found;
    }
}
