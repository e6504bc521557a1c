package org.stoatflow.bench.state;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
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

/** Reads of a timestamped key-value store by key, by where the row is, and of ranges. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KeyValueBenchmark {
    /** Rows of the open epoch. */
    @State(Scope.Thread)
    public static class InOverlay {
        /** How many rows the epoch has. */
        @Param("10000")
        public long overlayRows;

        @Nullable
        KeyValueLane lane;

        /** Writes the rows, above as many committed ones. */
        @Setup(Level.Trial)
        public void write() throws IOException {
            lane = new KeyValueLane(overlayRows, Rows::scattered);
            lane.overlay(overlayRows);
        }

        /** Closes the lane. */
        @TearDown(Level.Trial)
        public void close() throws IOException {
            Objects.requireNonNull(lane).close();
        }
    }

    /** Committed rows that the block cache has. */
    @State(Scope.Thread)
    public static class InBlockCache {
        /** How many rows are committed. */
        @Param("200000")
        public long cachedRows;

        @Nullable
        KeyValueLane scattered;

        @Nullable
        KeyValueLane ordered;

        /** Commits the rows, and reads them once. */
        @Setup(Level.Trial)
        public void write() throws IOException {
            scattered = new KeyValueLane(cachedRows, Rows::scattered);
            scattered.readAll();
            ordered = new KeyValueLane(cachedRows, Rows::ordered);
            ordered.readAll();
        }

        /** Closes the lanes. */
        @TearDown(Level.Trial)
        public void close() throws IOException {
            Objects.requireNonNull(scattered).close();
            Objects.requireNonNull(ordered).close();
        }
    }

    /** Committed rows of which the block cache has few and the page cache has all. */
    @State(Scope.Thread)
    public static class InPageCache {
        /** How many rows are committed. */
        @Param("2000000")
        public long rows;

        /** What RocksDB may take: all indexes and filters, and few blocks. */
        @Param("16")
        public long memoryMiB;

        @Nullable
        KeyValueLane lane;

        /** Commits the rows, whose files are then in the page cache. */
        @Setup(Level.Trial)
        public void write() throws IOException {
            lane = new KeyValueLane(rows, Rows::scattered);
            lane.reopen(memoryMiB << 20);
        }

        /** Closes the lane. */
        @TearDown(Level.Trial)
        public void close() throws IOException {
            Objects.requireNonNull(lane).close();
        }
    }

    /** Reads a row that the open epoch has written. */
    @Benchmark
    public byte[] overlayHit(InOverlay rows) {
        return Objects.requireNonNull(rows.lane).readAny();
    }

    /** Reads a row that is in the block cache. */
    @Benchmark
    public byte[] blockCacheHit(InBlockCache rows) {
        return Objects.requireNonNull(rows.scattered).readAny();
    }

    /** Reads a row that is in the page cache. */
    @Benchmark
    public byte[] pageCacheHit(InPageCache rows) {
        return Objects.requireNonNull(rows.lane).readAny();
    }

    /** Reads 100 rows that are in the block cache. */
    @Benchmark
    public long rangeOf100(InBlockCache rows) {
        return Objects.requireNonNull(rows.ordered).readRange(100);
    }
}
