package org.stoatflow.bench.state;

import java.io.IOException;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** A timestamped key-value store with rows, of which some are read. One thread. */
final class KeyValueLane implements AutoCloseable {
    private final LaneOnDisk<TimestampedKeyValueStore<byte[], byte[]>> lane;
    private final LongFunction<byte[]> keys;
    private final long rows;
    private final SplittableRandom random = new SplittableRandom(42);
    private TimestampedKeyValueStore<byte[], byte[]> store;

    /**
     * @param rows how many rows are committed
     * @param keys from a row's number to its key
     */
    KeyValueLane(long rows, LongFunction<byte[]> keys) throws IOException {
        this.rows = rows;
        this.keys = keys;
        lane = new LaneOnDisk<>(Stores.timestampedKeyValueStoreBuilder(
                Stores.persistentTimestampedKeyValueStore("rows"), Serdes.ByteArray(), Serdes.ByteArray()));
        store = lane.store();
        lane.load(rows, this::write);
        reopen(0);
    }

    /** Writes the first rows again, and leaves them uncommitted. */
    void overlay(long count) {
        for (long row = 0; row < count; row++) {
            write(row);
        }
    }

    private void write(long row) {
        store.put(keys.apply(row), ValueAndTimestamp.make(Rows.value(random), row));
    }

    void reopen(long memoryBytes) {
        lane.reopen(memoryBytes);
        store = lane.store();
    }

    /** Reads all rows once, so that the block cache has those that fit it. */
    void readAll() {
        for (long row = 0; row < rows; row++) {
            read(row);
        }
    }

    /** Reads a row of the first ones. */
    byte[] readOneOf(long first) {
        return read(random.nextLong(first));
    }

    byte[] readAny() {
        return readOneOf(rows);
    }

    private byte[] read(long row) {
        return Objects.requireNonNull(store.get(keys.apply(row))).value();
    }

    /** Reads rows whose keys follow each other, and returns how many bytes their values have. */
    long readRange(int count) {
        long first = random.nextLong(rows - count);
        long bytes = 0;
        try (KeyValueIterator<byte[], ValueAndTimestamp<byte[]>> range =
                store.range(keys.apply(first), keys.apply(first + count - 1))) {
            while (range.hasNext()) {
                bytes += range.next().value.value().length;
            }
        }
        return bytes;
    }

    /** Writes an epoch of rows at random, some of them twice. */
    void writeEpoch() {
        for (int i = 0; i < LaneOnDisk.EPOCH; i++) {
            write(random.nextLong(rows));
        }
    }

    LaneOnDisk<?> lane() {
        return lane;
    }

    @Override
    public void close() throws IOException {
        lane.close();
    }
}
