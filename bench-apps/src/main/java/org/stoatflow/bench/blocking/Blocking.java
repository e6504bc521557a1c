package org.stoatflow.bench.blocking;

import java.io.IOException;
import org.stoatflow.bench.latency.Conditions;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine;

/**
 * {@code ./stoatflow blocking}: starts a broker, runs the chosen measurements under both guarantees, and compares each
 * result with its bound. Exit status: 0 all met, 1 not met or failed, 2 bad arguments.
 */
public final class Blocking {
    private static final int MET = 0;
    private static final int NOT_MET = 1;

    private Blocking() {}

    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException, InterruptedException {
        System.setProperty("logback.configurationFile", "blocking-logback.xml");
        CommandLine commandLine = new BlockingOptions.Given().commandLine();
        int status = commandLine.execute(args);
        BlockingOptions options = commandLine.getExecutionResult();
        if (options != null) {
            status = run(options) ? MET : NOT_MET;
        }
        System.exit(status);
    }

    private static boolean run(BlockingOptions options) throws IOException, InterruptedException {
        boolean met = true;
        System.out.println(Conditions.taken());
        try (BenchCluster cluster = BenchCluster.open()) {
            for (String what : options.what()) {
                Measurements measurements = new Measurements();
                for (Guarantee guarantee : options.guarantees()) {
                    switch (what) {
                        case BlockingOptions.ONE_KEY -> new OneKey(cluster, options, guarantee, measurements).run();
                        case BlockingOptions.LANES -> new ManyLanes(cluster, options, guarantee, measurements).run();
                        case BlockingOptions.RESTART -> {
                            System.out.println("restart: up to " + options.restarts() + " records fail, once each; the"
                                    + " log has each as an ERROR with its stack trace. That is what is measured.");
                            new RestartInPlace(cluster, options, guarantee, measurements).run();
                        }
                        default -> throw new IllegalStateException(what);
                    }
                }
                measurements.print(System.out, what);
                met &= measurements.areMet();
            }
        }
        return met;
    }
}
