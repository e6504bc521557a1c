package org.stoatflow.bench.contest;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Cell;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.RoundUsage;
import org.stoatflow.bench.role.ConsumerResult;
import org.stoatflow.bench.role.RoleFailure;
import org.stoatflow.bench.role.RoleLog;

/**
 * One round on a cluster, by its commands.
 *
 * @param id of the run, by which its topics, jobs and state are named
 */
record ClusterRound(ClusterCommands commands, Shell shell, Cell cell, Seconds seconds, String id) {
    private static final String CONSUMER = "latency-consumer";
    private static final String GENERATOR = "generator";
    private static final Duration LOOK = Duration.ofSeconds(5);

    private static final double MILLI_NS = 1e6;

    /** Images, volumes and the wait for each other. */
    private static final Duration LEAD = Duration.ofMinutes(20);

    /** Runs commands. */
    interface Shell {
        /** One to its end: gives what it has said. */
        String run(List<String> command) throws BenchFailure, InterruptedException;

        /** Between two looks. */
        default void pause() throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
    }

    /** How long a round is. */
    record Seconds(int warmup, int measured) {}

    /** How a round is to go: whether the application's pod is ended once half of the outputs have come. */
    enum Course {
        UNDISTURBED,
        STRUCK
    }

    /** Runs it, and gives its row. */
    RoundRecord run(Library library, int pair, boolean first, Course course) throws RoleFailure, InterruptedException {
        shell.run(commands.run(id, cell, library, seconds.warmup(), seconds.measured()));
        List<String> nodes = shell.run(commands.nodes()).lines().toList();
        PodUsage usage = PodUsage.none();
        boolean isStruck = course == Course.UNDISTURBED;
        long untilNs = System.nanoTime()
                + LEAD.plusSeconds(seconds.warmup() + seconds.measured()).toNanos();
        while (!isOver(shell.run(commands.outcome(id, CONSUMER)))) {
            for (String node : nodes) {
                usage.add(orNothing(commands.usage(node)), commands.namespace());
            }
            if (!isStruck && isHalf(log(CONSUMER, false))) {
                shell.run(commands.strike());
                isStruck = true;
            }
            pause(untilNs);
        }
        ConsumerResult result = result(library);
        if (!isStruck) {
            throw new BenchFailure("run " + id + " came to its end before the application's pod was ended");
        }
        while (!isOver(shell.run(commands.outcome(id, GENERATOR)))) { // says the last behind the consumer
            pause(untilNs);
        }
        return new RoundRecord(library.title(), pair, first, result, used(usage), lateMs());
    }

    private void pause(long untilNs) throws BenchFailure, InterruptedException {
        if (System.nanoTime() - untilNs > 0) {
            throw new BenchFailure("run " + id + " does not come to its end");
        }
        shell.pause();
    }

    private ConsumerResult result(Library library) throws RoleFailure, InterruptedException {
        String said = shell.run(commands.log(id, CONSUMER, false));
        ConsumerResult result = RoleLog.result(said)
                .orElseThrow(() -> new BenchFailure("the latency consumer of run " + id + " has no result: " + said));
        if (!result.wrong().isEmpty()) {
            throw new BenchFailure("the output of " + library.title() + " is wrong in run " + id + ", such as\n  "
                    + String.join("\n  ", result.wrong()));
        }
        return result;
    }

    private double lateMs() throws RoleFailure, InterruptedException {
        String said = shell.run(commands.log(id, GENERATOR, false));
        long latestNs = RoleLog.latestNs(said)
                .orElseThrow(() -> new BenchFailure("the load generator of run " + id + " has failed: " + said));
        return latestNs / MILLI_NS;
    }

    /** Of the measured window, which ends with the last record. */
    private RoundUsage used(PodUsage usage) throws InterruptedException {
        Optional<Instant> end = RoleLog.sentAt(log(GENERATOR, true));
        long toMs = end.map(Instant::toEpochMilli).orElse(0L);
        long fromMs = toMs - Duration.ofSeconds(seconds.measured()).toMillis();
        return usage.within(fromMs, toMs, commands.applicationPods(), commands.brokerPods());
    }

    private String log(String role, boolean timed) throws InterruptedException {
        return orNothing(commands.log(id, role, timed));
    }

    /** Of a pod that is not there yet, or a node that does not answer now: then a figure is missing in the table. */
    private String orNothing(List<String> command) throws InterruptedException {
        try {
            return shell.run(command);
        } catch (BenchFailure notThere) {
            return "";
        }
    }

    /** A job that has failed is over, too: its log says why. A warning may come before. */
    static boolean isOver(String outcome) {
        return outcome.strip().matches("(?s).*[0-9]/[0-9]*|(?s).*/[0-9]+");
    }

    private boolean isHalf(String log) {
        return RoleLog.outputs(log) >= (long) cell.rate() * (seconds.warmup() + seconds.measured()) / 2;
    }
}
