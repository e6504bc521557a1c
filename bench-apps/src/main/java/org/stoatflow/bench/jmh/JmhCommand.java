package org.stoatflow.bench.jmh;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** A command that runs benchmarks with the allocation profiler; it takes JMH's own options. */
public final class JmhCommand {
    private final String name;
    private final List<Class<?>> benchmarks;

    /**
     * Makes a command.
     *
     * @param name its name in messages
     * @param benchmarks the classes that are run where the arguments name none
     */
    public JmhCommand(String name, Class<?>... benchmarks) {
        this.name = name;
        this.benchmarks = List.of(benchmarks);
    }

    /**
     * Runs the benchmarks, or prints the help.
     *
     * @param args JMH's options, and {@code --help}
     * @param errors takes the line that says what is wrong with the arguments
     * @return the exit status: 0 run or help printed, 2 bad arguments
     * @throws RunnerException if a benchmark cannot be run
     * @throws IOException if the help cannot be printed
     */
    public int run(String[] args, PrintStream errors) throws RunnerException, IOException {
        List<String> given = Stream.of(args)
                .map(each -> each.equals("--help") ? "-h" : each) // JMH's own name for it
                .toList();
        try {
            CommandLineOptions options = new CommandLineOptions(given.toArray(String[]::new));
            if (options.shouldHelp()) {
                options.showHelp();
            } else {
                run(options);
            }
            return 0;
        } catch (CommandLineOptionException bad) {
            errors.println("stoatflow " + name + ": " + bad.getMessage() + "; see --help");
            return 2;
        }
    }

    private void run(CommandLineOptions options) throws RunnerException {
        ChainedOptionsBuilder all = new OptionsBuilder()
                .parent(options)
                .addProfiler(GCProfiler.class)
                .jvmArgsAppend("--enable-native-access=ALL-UNNAMED", "-Xms2g", "-Xmx2g");
        if (options.getIncludes().isEmpty()) {
            benchmarks.forEach(each -> all.include("^" + each.getName().replace(".", "\\.") + "\\."));
        }
        new Runner(all.build()).run();
    }
}
