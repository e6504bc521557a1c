package org.stoatflow.bench.contest;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.KafkaException;
import org.stoatflow.bench.jar.BenchJar;
import org.stoatflow.bench.lane.LanePathBenchmark;
import org.stoatflow.bench.latency.Arm;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Cell;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.Tool;
import org.stoatflow.bench.role.RoleFailure;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaException;
import picocli.CommandLine;

/**
 * {@code ./stoatflow bench}: reads the command line, starts a broker, takes the pairs, and says what may be claimed.
 */
public final class Bench {
    private static final int MEASURED = 0;
    private static final int FAILED = 1;

    private static final Path HERE = Path.of(".");
    private static final Path OTHERS = Path.of("bench-apps", "target", "against");

    private static final String MICRO = "micro";
    private static final String REPORT = "report";
    private static final String JAR = "--jar";
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    /** Of the highest rate of the first arm, at which both are measured; and of the second, which is alone there. */
    private static final List<Integer> PERCENT_OF_FIRST = List.of(25, 50, 80);

    private static final int PERCENT_OF_OWN = 80;

    private final BenchOptions options;
    private final List<Arm> arms;
    private final PrintStream out;

    /** @param arms the second is compared with the first; others are shown beside them */
    Bench(BenchOptions options, List<Arm> arms, PrintStream out) {
        this.options = options;
        this.arms = arms;
        this.out = out;
    }

    /** Measures, or shows what was measured. The exit status says whether all output was right. */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals(MICRO)) {
            LanePathBenchmark.main(Arrays.copyOfRange(args, 1, args.length));
        } else if (args.length > 0 && args[0].equals(REPORT)) {
            System.exit(report(List.of(args).subList(1, args.length)));
        } else if (BenchAll.isAsked(List.of(args))) {
            System.exit(all(List.of(args)));
        } else if (List.of(args).contains(JAR)) {
            System.exit(BenchJar.run(args, System.out));
        } else {
            CommandLine commandLine = new BenchOptions.Given().commandLine();
            int status = commandLine.execute(args);
            BenchOptions options = commandLine.getExecutionResult();
            System.exit(options == null ? status : run(options));
        }
    }

    static int report(List<String> arguments) throws InterruptedException {
        try {
            Report.of(arguments, System.out);
            return MEASURED;
        } catch (RoleFailure failure) {
            System.err.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    private static int all(List<String> arguments) throws InterruptedException {
        try {
            Plan plan = BenchAll.asked(arguments);
            String folder = plan.name() + LocalDateTime.now(ZoneOffset.UTC).format(WHEN);
            new BenchAll(plan, ResultSet.FOLDER.resolve(folder), System.out).run();
            return MEASURED;
        } catch (RoleFailure failure) {
            System.err.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    private static int run(BenchOptions options) throws InterruptedException {
        try {
            new Bench(options, arms(options, System.out), System.out).measure();
            return MEASURED;
        } catch (RoleFailure | KafkaException | LocalKafkaException failure) {
            System.err.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    /** Who takes turns. */
    static List<Arm> arms(BenchOptions options, PrintStream out) throws RoleFailure, InterruptedException {
        if (options.against().isEmpty()) {
            List<Arm> arms = new ArrayList<>(List.of(Arm.of(Library.KAFKA_STREAMS), Arm.of(Library.STOATFLOW)));
            if (options.transactional()) {
                arms.add(Arm.of(Library.KAFKA_STREAMS_TRANSACTIONAL));
            }
            return arms;
        }
        Arm other = new OtherRevision(HERE, OTHERS, out).arm(options.against().get());
        return List.of(other, new Arm("this tree", Library.STOATFLOW, List.of()));
    }

    /** Measures all cells; writes and shows each contest once it is measured. */
    List<Contest> measure() throws RoleFailure, InterruptedException {
        List<Contest> contests = new ArrayList<>();
        String commit = Tool.commit();
        out.println("Starting a Kafka broker ...");
        try (LocalKafka kafka = LocalKafka.start()) {
            Pairs pairs = new Pairs(options, commit, kafka, out);
            for (Cell cell : options.cells()) {
                if (options.findRate()) {
                    contests.addAll(atRatesFound(pairs, cell));
                } else {
                    contests.add(taken(pairs, cell, arms));
                }
            }
        }
        return contests;
    }

    /** @param cell at whose rate the search begins */
    private List<Contest> atRatesFound(Pairs pairs, Cell cell) throws RoleFailure, InterruptedException {
        Rates rates = pairs.rates(cell, arms);
        ResultFile.write(file(cell, "rates"), rates);
        for (Arm arm : arms) {
            out.println(rates.describe(arm.title()));
        }
        List<Contest> contests = new ArrayList<>();
        int first = highest(rates, arms.getFirst());
        for (int percent : PERCENT_OF_FIRST) {
            contests.add(taken(pairs, cell.at(Math.max(1, first * percent / 100)), arms));
        }
        Arm second = arms.get(1);
        int own = highest(rates, second) * PERCENT_OF_OWN / 100;
        contests.add(taken(pairs, cell.at(Math.max(1, own)), List.of(second)));
        return contests;
    }

    private static int highest(Rates rates, Arm arm) throws BenchFailure {
        return rates.highest(arm.title()).orElseThrow(() -> new BenchFailure(rates.describe(arm.title())));
    }

    private Contest taken(Pairs pairs, Cell cell, List<Arm> inTurn) throws RoleFailure, InterruptedException {
        Contest contest = pairs.contest(cell, inTurn);
        Path file = file(cell, cell.rate() + (inTurn.size() > 1 ? "" : "-alone"));
        ResultFile.write(file, contest);
        Report.show(contest, out);
        out.println("The results are in " + file + ".");
        return contest;
    }

    private Path file(Cell cell, String what) {
        String name = String.join(
                "-",
                cell.scenario().name(),
                cell.guarantee().setting(),
                what,
                LocalDateTime.now(ZoneOffset.UTC).format(WHEN));
        return options.results().resolve(name + ".json");
    }
}
