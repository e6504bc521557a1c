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

/** Reads of a timestamped window store whose committed rows are in the block cache. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class WindowBenchmark {
    /** How many keys have committed windows. */
    @Param("20000")
    public long windowKeys;

    /** How many keys have windows of the open epoch. */
    @Param("1000")
    public long overlayKeys;

    private @Nullable WindowLane lane;

    /** Commits the windows, and reads them once. */
    @Setup(Level.Trial)
    public void write() throws IOException {
        lane = new WindowLane(windowKeys);
        lane.overlay(overlayKeys);
    }

    /** Closes the lane. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        Objects.requireNonNull(lane).close();
    }

    /** Reads the ten windows of a key, which are committed. */
    @Benchmark
    public long fetchCommitted() {
        return Objects.requireNonNull(lane).readCommitted();
    }

    /** Reads the ten windows of a key, which the open epoch has written. */
    @Benchmark
    public long fetchInOverlay() {
        return Objects.requireNonNull(lane).readOverlay(overlayKeys);
    }

    /** Reads one window of a key, which is committed. */
    @Benchmark
    public byte[] fetchOne() {
        return Objects.requireNonNull(lane).readOne();
    }
}
