package org.stoatflow.bench.state;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStoreIterator;

/** A timestamped window store, in which each key has ten windows of a minute in one segment. One thread. */
final class WindowLane implements AutoCloseable {
    static final int WINDOWS = 10;

    private static final Duration SIZE = Duration.ofMinutes(1);
    private static final Duration RETENTION = Duration.ofHours(1);
    private static final long FROM_MS = 1_000 * RETENTION.toMillis();
    private static final long TO_MS = FROM_MS + (WINDOWS - 1) * SIZE.toMillis();

    private final LaneOnDisk<TimestampedWindowStore<byte[], byte[]>> lane;
    private final long keys;
    private final SplittableRandom random = new SplittableRandom(42);
    private TimestampedWindowStore<byte[], byte[]> store;

    /** @param keys how many keys have committed windows */
    WindowLane(long keys) throws IOException {
        this.keys = keys;
        lane = new LaneOnDisk<>(Stores.timestampedWindowStoreBuilder(
                Stores.persistentTimestampedWindowStore("windows", RETENTION, SIZE, false),
                Serdes.ByteArray(),
                Serdes.ByteArray()));
        store = lane.store();
        lane.load(keys * WINDOWS, this::write);
        lane.reopen(0);
        store = lane.store();
        for (long key = 0; key < keys; key++) {
            read(key);
        }
    }

    private void write(long row) {
        long startMs = FROM_MS + row % WINDOWS * SIZE.toMillis();
        store.put(Rows.scattered(row / WINDOWS), ValueAndTimestamp.make(Rows.value(random), startMs), startMs);
    }

    /** Writes windows of keys behind those that are committed. */
    void overlay(long more) {
        for (long row = keys * WINDOWS; row < (keys + more) * WINDOWS; row++) {
            write(row);
        }
    }

    /** Reads all windows of a key, and returns how many bytes their values have. */
    long read(long key) {
        long bytes = 0;
        try (WindowStoreIterator<ValueAndTimestamp<byte[]>> windows =
                store.fetch(Rows.scattered(key), FROM_MS, TO_MS)) {
            while (windows.hasNext()) {
                bytes += windows.next().value.value().length;
            }
        }
        return bytes;
    }

    long readCommitted() {
        return read(random.nextLong(keys));
    }

    long readOverlay(long more) {
        return read(keys + random.nextLong(more));
    }

    /** Reads one window. */
    byte[] readOne() {
        return Objects.requireNonNull(store.fetch(Rows.scattered(random.nextLong(keys)), TO_MS))
                .value();
    }

    @Override
    public void close() throws IOException {
        lane.close();
    }
}
