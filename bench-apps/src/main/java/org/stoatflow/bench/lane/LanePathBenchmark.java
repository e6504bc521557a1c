package org.stoatflow.bench.lane;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.RunnerException;
import org.stoatflow.bench.jmh.JmhCommand;

/** Time and allocation for each record of the lane path: dispatch, hop, overlay update, outbox; no Kafka client. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class LanePathBenchmark {
    private static final int RECORDS = 10_000;
    private static final JmhCommand COMMAND = new JmhCommand("bench", LanePathBenchmark.class);

    /** What is done with the records. */
    @Param({"COUNT", "WINDOWED_COUNT", "STREAM_JOIN", "TABLE_JOIN"})
    public @Nullable BenchProgram program;

    /** How many keys there are. */
    @Param({"100", "5000"})
    public int distinctWords;

    /** How many lanes a stage by key has. */
    @Param({"8"})
    public int lanes;

    private @Nullable LanePath path;

    /** Makes the path once for each trial. */
    @Setup(Level.Trial)
    public void create() {
        path = new LanePath(Objects.requireNonNull(program), RECORDS, distinctWords, lanes);
    }

    /** One epoch of records. */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void record() {
        Objects.requireNonNull(path).epoch();
    }

    /** Runs this benchmark with the allocation profiler; takes JMH's own options. */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws RunnerException, IOException {
        System.exit(run(args, System.err));
    }

    /** Returns the exit status: 0 run or help printed, 2 bad arguments. */
    static int run(String[] args, PrintStream errors) throws RunnerException, IOException {
        return COMMAND.run(args, errors);
    }
}
