package org.stoatflow.bench.state;

import java.io.IOException;
import java.io.PrintStream;
import org.openjdk.jmh.runner.RunnerException;
import org.stoatflow.bench.jmh.JmhCommand;

/** Runs the benchmarks of stores. */
public final class StateBenchmark {
    private static final JmhCommand COMMAND = new JmhCommand(
            "bench-state",
            KeyValueBenchmark.class,
            WindowBenchmark.class,
            VersionedBenchmark.class,
            EpochBenchmark.class);

    private StateBenchmark() {}

    /** Runs the benchmarks with the allocation profiler; takes JMH's own options. */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws RunnerException, IOException {
        System.exit(run(args, System.err));
    }

    /** Returns the exit status: 0 run or help printed, 2 bad arguments. */
    static int run(String[] args, PrintStream errors) throws RunnerException, IOException {
        return COMMAND.run(args, errors);
    }
}
