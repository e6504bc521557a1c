package org.stoatflow.bench.contest;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Cell;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.Tool;
import org.stoatflow.bench.role.RoleFailure;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine;

/** {@code ./stoatflow cluster}: the rounds of {@code bench} on a cluster, whose pods the chart of this project has. */
public final class Cluster {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int SHORT = 36; // the base in which digits and letters say a number
    private static final Duration COMMAND_LIMIT = Duration.ofMinutes(15);

    private final ClusterOptions options;
    private final ClusterRound.Shell shell;
    private final PrintStream out;
    private final String idOfFirst;
    private int taken;

    /** @param now names the runs, as topics of another command may still be there */
    Cluster(ClusterOptions options, ClusterRound.Shell shell, PrintStream out, LocalDateTime now) {
        this.options = options;
        this.shell = shell;
        this.out = out;
        this.idOfFirst = Long.toString(now.toEpochSecond(ZoneOffset.UTC), SHORT);
    }

    /** Does what the arguments say. The exit status says whether all output was right. */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws Exception {
        if (args.length > 1 && args[0].equals("report")) {
            System.exit(Bench.report(List.of(Arrays.copyOfRange(args, 1, args.length))));
        }
        CommandLine commandLine = new ClusterOptions.Given().commandLine();
        int status = commandLine.execute(args);
        ClusterOptions options = commandLine.getExecutionResult();
        System.exit(options == null ? status : run(options));
    }

    private static int run(ClusterOptions options) throws InterruptedException {
        try {
            Tool tool = new Tool(Path.of("."), COMMAND_LIMIT);
            new Cluster(options, tool::run, System.out, LocalDateTime.now(ZoneOffset.UTC)).act();
            return DONE;
        } catch (RoleFailure failure) {
            System.err.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    void act() throws RoleFailure, InterruptedException {
        switch (options.action()) {
            case UP -> out.println(shell.run(options.commands().up()));
            case DOWN -> {
                for (List<String> command : options.commands().down()) {
                    out.println(shell.run(command));
                }
            }
            case RUN -> {
                for (Cell cell : options.cells()) {
                    Contest contest = contest(cell, ClusterRound.Course.UNDISTURBED);
                    Path file = options.results()
                            .resolve(cell.scenario().name() + "-"
                                    + cell.guarantee().setting() + "-" + idOfFirst + ".json");
                    ResultFile.write(file, contest);
                    Report.show(contest, out);
                    out.println("The results are in " + file + ".");
                }
            }
            case TEST -> test();
        }
    }

    private void test() throws RoleFailure, InterruptedException {
        for (Cell cell : options.cells()) {
            for (RoundRecord round : contest(cell, ClusterRound.Course.STRUCK).rounds()) {
                long again = round.output().surplus();
                out.printf(
                        Locale.ROOT,
                        "%s: its pod was ended; outputs %d, more than once %d, the latest after %.1f s%n",
                        round.arm(),
                        round.output().outputs(),
                        again,
                        round.latencyMs(100) / 1_000);
                if (again > 0 && cell.guarantee() == Guarantee.EXACTLY_ONCE) {
                    throw new BenchFailure(round.arm() + " has written " + again + " outputs more than once");
                }
            }
        }
    }

    /** The libraries take turns, and the first of a pair is the second of the next. */
    private Contest contest(Cell cell, ClusterRound.Course course) throws RoleFailure, InterruptedException {
        List<RoundRecord> rounds = new ArrayList<>();
        for (int pair = 1; pair <= options.pairs(); pair++) {
            List<Library> inTurn = List.of(Library.KAFKA_STREAMS, Library.STOATFLOW);
            for (Library library : pair % 2 == 1 ? inTurn : inTurn.reversed()) {
                out.println(cell.describe() + ": pair " + pair + " of " + options.pairs() + ", " + library.title()
                        + " ...");
                String id = idOfFirst + "-" + ++taken;
                rounds.add(new ClusterRound(options.commands(), shell, cell, options.seconds(), id)
                        .run(library, pair, rounds.size() % inTurn.size() == 0, course));
            }
        }
        return new Contest(
                cell.scenario().name(),
                cell.guarantee().setting(),
                cell.rate(),
                options.seconds().warmup(),
                options.seconds().measured(),
                conditions(),
                List.copyOf(rounds));
    }

    private Map<String, String> conditions() throws InterruptedException {
        Map<String, String> conditions = new TreeMap<>(options.commands().set());
        conditions.put("values", String.join(" ", options.commands().values()));
        conditions.put("cluster", "release " + options.commands().release());
        conditions.put("commit", Tool.commit());
        conditions.put("taken", LocalDateTime.now(ZoneOffset.UTC).toString());
        return conditions;
    }
}
