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
import org.stoatflow.state.overlay.SealedState;

/** The end of an epoch of 10,000 writes at random over committed rows. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EpochBenchmark {
    /** Rows that are committed. */
    @State(Scope.Thread)
    public static class Committed {
        /** How many there are. */
        @Param("1000000")
        public long committedRows;

        private @Nullable KeyValueLane lane;

        KeyValueLane lane() {
            return Objects.requireNonNull(lane);
        }

        /** Commits the rows. */
        @Setup(Level.Trial)
        public void write() throws IOException {
            lane = new KeyValueLane(committedRows, Rows::scattered);
        }

        /** Closes the lane. */
        @TearDown(Level.Trial)
        public void close() throws IOException {
            lane().close();
        }
    }

    /** An epoch that is to be applied. */
    @State(Scope.Thread)
    public static class Sealed {
        @Nullable
        SealedState epoch;

        /** Writes and seals the epoch. */
        @Setup(Level.Invocation)
        public void seal(Committed rows) {
            rows.lane().writeEpoch();
            epoch = rows.lane().lane().seal();
        }
    }

    /** Applies the epoch, which is the committer's work. */
    @Benchmark
    public void apply(Committed rows, Sealed sealed) {
        rows.lane().lane().apply(Objects.requireNonNull(sealed.epoch));
    }

    /** Writes the epoch, seals it and applies it. */
    @Benchmark
    public void writeSealApply(Committed rows) {
        rows.lane().writeEpoch();
        rows.lane().lane().apply(rows.lane().lane().seal());
    }
}
