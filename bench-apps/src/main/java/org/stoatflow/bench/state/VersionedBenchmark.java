package org.stoatflow.bench.state;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecord;

/** Reads of a versioned store whose committed rows are in the block cache. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class VersionedBenchmark {
    private static final int VERSIONS = 4;
    private static final long STEP_MS = 60_000;

    /** How many keys there are. */
    @Param("50000")
    public long versionedKeys;

    private final SplittableRandom random = new SplittableRandom(42);
    private @Nullable LaneOnDisk<VersionedKeyValueStore<byte[], byte[]>> lane;
    private @Nullable VersionedKeyValueStore<byte[], byte[]> store;

    /** Commits four versions of each key, and reads them once. */
    @Setup(Level.Trial)
    public void write() throws IOException {
        LaneOnDisk<VersionedKeyValueStore<byte[], byte[]>> made = new LaneOnDisk<>(Stores.versionedKeyValueStoreBuilder(
                Stores.persistentVersionedKeyValueStore("versions", Duration.ofHours(1)),
                Serdes.ByteArray(),
                Serdes.ByteArray()));
        VersionedKeyValueStore<byte[], byte[]> written = made.store();
        made.load(
                versionedKeys * VERSIONS,
                row -> written.put(
                        Rows.scattered(row % versionedKeys), Rows.value(random), row / versionedKeys * STEP_MS));
        made.reopen(0);
        VersionedKeyValueStore<byte[], byte[]> read = made.store();
        for (long key = 0; key < versionedKeys; key++) {
            read.get(Rows.scattered(key));
            read.get(Rows.scattered(key), STEP_MS);
        }
        lane = made;
        store = read;
    }

    /** Closes the lane. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        Objects.requireNonNull(lane).close();
    }

    private VersionedKeyValueStore<byte[], byte[]> store() {
        return Objects.requireNonNull(store);
    }

    private static byte[] value(@Nullable VersionedRecord<byte[]> found) {
        return Objects.requireNonNull(found).value();
    }

    private byte[] anyKey() {
        return Rows.scattered(random.nextLong(versionedKeys));
    }

    /** Reads the newest version of a key. */
    @Benchmark
    public byte[] newest() {
        return value(store().get(anyKey()));
    }

    /** Reads the second of four versions of a key. */
    @Benchmark
    public byte[] asOf() {
        return value(store().get(anyKey(), STEP_MS));
    }
}
