package org.stoatflow.bench.contest;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.stoatflow.bench.lane.LanePathBenchmark;
import org.stoatflow.bench.latency.Arm;
import org.stoatflow.bench.latency.Cell;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.Round;
import org.stoatflow.bench.latency.RoundOutcome;
import org.stoatflow.bench.role.RoleFailure;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.command.Guarantee;
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
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private final BenchOptions options;
    private final List<Arm> arms;
    private final PrintStream out;
    private int taken;

    /** @param arms the second is compared with the first */
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
        } else if (args.length > 1 && args[0].equals(REPORT)) {
            System.exit(report(List.of(args).subList(1, args.length)));
        } else {
            CommandLine commandLine = new BenchOptions.Given().commandLine();
            int status = commandLine.execute(args);
            BenchOptions options = commandLine.getExecutionResult();
            System.exit(options == null ? status : run(options));
        }
    }

    static int report(List<String> files) {
        try {
            for (String file : files) {
                show(Contest.read(BenchOptions.fromCaller(Path.of(file))), System.out);
            }
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
            return List.of(Arm.of(Library.KAFKA_STREAMS), Arm.of(Library.STOATFLOW));
        }
        Arm other = new OtherRevision(HERE, OTHERS, out).arm(options.against().get());
        return List.of(other, new Arm("this tree", Library.STOATFLOW, List.of()));
    }

    /** Measures all scenarios with all guarantees; writes and shows each once it is measured. */
    List<Contest> measure() throws RoleFailure, InterruptedException {
        List<Contest> contests = new ArrayList<>();
        out.println("Starting a Kafka broker ...");
        try (LocalKafka kafka = LocalKafka.start()) {
            for (Scenario scenario : options.scenarios()) {
                for (Guarantee guarantee : options.guarantees()) {
                    int rate = options.rate() == 0 ? scenario.standardRate() : options.rate();
                    Contest contest = contest(kafka, new Cell(scenario, rate, guarantee));
                    Path file = options.results()
                            .resolve(scenario.name() + "-" + guarantee.setting() + "-"
                                    + LocalDateTime.now(ZoneOffset.UTC).format(WHEN) + ".json");
                    contest.write(file);
                    show(contest, out);
                    out.println("The results are in " + file + ".");
                    contests.add(contest);
                }
            }
        }
        return contests;
    }

    /** The arms take turns, and the first of a pair is the second of the next. */
    private Contest contest(LocalKafka kafka, Cell cell) throws RoleFailure, InterruptedException {
        List<RoundRecord> rounds = new ArrayList<>();
        for (int pair = 1; pair <= options.pairs(); pair++) {
            for (Arm arm : pair % 2 == 1 ? arms : arms.reversed()) {
                out.printf(
                        Locale.ROOT,
                        "%s: pair %d of %d, %s, %d s ...%n",
                        cell.describe(),
                        pair,
                        options.pairs(),
                        arm.title(),
                        options.round().warmupSeconds() + options.round().measuredSeconds());
                boolean first = rounds.size() % arms.size() == 0;
                RoundOutcome outcome = new Round(cell, arm, pair, options.round(), kafka, "bench-" + ++taken).run();
                rounds.add(RoundRecord.of(outcome, pair, first));
            }
        }
        return new Contest(
                cell.scenario().name(),
                cell.guarantee().setting(),
                cell.rate(),
                options.round().warmupSeconds(),
                options.round().measuredSeconds(),
                conditions(),
                List.copyOf(rounds));
    }

    private Map<String, String> conditions() {
        Map<String, String> conditions = new TreeMap<>(options.round().settings());
        conditions.put("jdk", Runtime.version().toString());
        conditions.put("kafka", AppInfoParser.getVersion());
        conditions.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        conditions.put("partitions", Integer.toString(options.round().partitions()));
        conditions.put("num.stream.threads", Integer.toString(options.round().streamThreads()));
        conditions.put("statestore.cache.max.bytes", "0");
        conditions.put("commit", commit());
        conditions.put("taken", LocalDateTime.now(ZoneOffset.UTC).toString());
        return conditions;
    }

    /** The commit that is checked out; empty where there is no git. */
    static String commit() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "HEAD").start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return said.strip();
        } catch (IOException noGit) {
            return "";
        }
    }

    static void show(Contest contest, PrintStream out) throws RoleFailure {
        out.println();
        out.print(ContestTable.of(contest));
        out.println();
        out.println(Verdict.of(contest));
    }
}
