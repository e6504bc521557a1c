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
    private static final Duration LOOK = Duration.ofSeconds(5);

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
        while (!isOver(shell.run(commands.outcome(id)))) {
            if (System.nanoTime() > untilNs) {
                throw new BenchFailure("run " + id + " does not come to its end: " + library.title());
            }
            for (String node : nodes) {
                usage.add(shell.run(commands.usage(node)), commands.namespace());
            }
            if (!isStruck && isHalf(log(CONSUMER, false))) {
                shell.run(commands.strike());
                isStruck = true;
            }
            shell.pause();
        }
        return row(library, pair, first, usage);
    }

    private RoundRecord row(Library library, int pair, boolean first, PodUsage usage)
            throws RoleFailure, InterruptedException {
        String said = shell.run(commands.log(id, CONSUMER, false));
        ConsumerResult result = RoleLog.result(said)
                .orElseThrow(() -> new BenchFailure("the latency consumer of run " + id + " has no result: " + said));
        if (!result.wrong().isEmpty()) {
            throw new BenchFailure("the output of " + library.title() + " is wrong in run " + id + ", such as\n  "
                    + String.join("\n  ", result.wrong()));
        }
        double lateMs = RoleLog.latestNs(log("generator", false)).orElse(0) / 1e6;
        return new RoundRecord(library.title(), pair, first, result, used(usage), lateMs);
    }

    /** Of the measured window, which ends with the last record. */
    private RoundUsage used(PodUsage usage) throws RoleFailure, InterruptedException {
        Optional<Instant> end = RoleLog.sentAt(log("generator", true));
        long toMs = end.map(Instant::toEpochMilli).orElse(0L);
        long fromMs = toMs - Duration.ofSeconds(seconds.measured()).toMillis();
        return usage.within(fromMs, toMs, commands.applicationPods(), commands.brokerPods());
    }

    private String log(String role, boolean timed) throws RoleFailure, InterruptedException {
        try {
            return shell.run(commands.log(id, role, timed));
        } catch (BenchFailure notThere) { // its pod is not there yet
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
