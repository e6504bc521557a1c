package org.stoatflow.tck;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.stoatflow.tck.Reports.Outcome;

/** Runs Kafka Streams' published integration tests on the drop-in, one class after the other. */
final class Kit {
    private static final Path WORK = Path.of("stoatflow-tck", "target", "tck");
    private static final Path LISTS = Path.of("stoatflow-tck", "src", "test", "resources", "org", "stoatflow", "tck");
    private static final Path NOT_YET = LISTS.resolve("kit-not-yet.txt");
    private static final int SECONDS_PER_MINUTE = 60;

    private final KitProcess process;
    private final KitTests tests;
    private final NotYet notYet;
    private final PrintStream out;

    Kit(KitProcess process, KitTests tests, NotYet notYet, PrintStream out) {
        this.process = process;
        this.tests = tests;
        this.notYet = notYet;
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> classes = List.of();
        boolean tighten = false;
        boolean record = false;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--tighten" -> tighten = true;
                case "--record" -> record = true;
                case "--classes" -> classes = List.of((++i < args.length ? args[i] : "").split(","));
                default -> {
                    System.err.println(
                            "kit: unknown argument '" + args[i] + "'; it takes --classes A,B, --tighten and --record");
                    System.exit(2);
                }
            }
        }
        KitTests tests = KitTests.listed().only(classes);
        NotYet notYet = NotYet.in(NOT_YET);
        Kit kit = new Kit(new KitProcess(KitFolders.in(WORK)), tests, notYet, System.out);
        Map<String, Outcome> outcomes = kit.run();
        if (record) {
            new KitRecord(LISTS).add(tests, outcomes);
            return;
        }
        Verdict verdict = kit.judge(outcomes);
        if (tighten) {
            notYet.writeWithout(verdict.mended(), NOT_YET);
        }
        boolean isAsListed = verdict.broken().isEmpty() && verdict.unknown().isEmpty();
        System.exit(isAsListed && (tighten || verdict.mended().isEmpty()) ? 0 : 1);
    }

    /** Runs each class; one that is not as listed once more, as its own limits of time may be too short here. */
    Map<String, Outcome> run() throws InterruptedException {
        long began = System.nanoTime();
        int all = tests.classes().stream().mapToInt(KitTests.OfClass::seconds).sum();
        int done = 0;
        Map<String, Outcome> outcomes = new TreeMap<>();
        for (KitTests.OfClass one : tests.classes()) {
            Map<String, Outcome> first = process.run(one.simpleName(), List.of(one.name()), one.limit());
            if (!verdict(new KitTests(List.of(one)), first).broken().isEmpty()) {
                out.println("kit: " + one.simpleName() + ": not as listed; once more");
                process.run(one.simpleName() + ".again", List.of(one.name()), one.limit())
                        .forEach((name, outcome) -> first.merge(name, outcome, Reports::better));
            }
            outcomes.putAll(first);
            done += one.seconds();
            double elapsed = Duration.ofNanos(System.nanoTime() - began).toSeconds();
            out.println("kit: " + one.simpleName() + ": " + passed(first) + " of " + first.size() + " passed; about "
                    + Math.round(elapsed * (all - done) / done / SECONDS_PER_MINUTE) + " min left");
        }
        return outcomes;
    }

    /** Runs all classes in one process, and once more those that are not as listed. */
    Map<String, Outcome> runTogether(Duration limit) throws InterruptedException {
        Map<String, Outcome> outcomes = process.run("together", names(tests.classes()), limit);
        Verdict verdict = verdict(tests, outcomes);
        List<KitTests.OfClass> again = tests.classes().stream()
                .filter(each -> verdict.broken().keySet().stream().anyMatch(each::has))
                .toList();
        if (!again.isEmpty()) {
            process.run("together.again", names(again), limit)
                    .forEach((name, outcome) -> outcomes.merge(name, outcome, Reports::better));
        }
        return outcomes;
    }

    private static List<String> names(List<KitTests.OfClass> classes) {
        return classes.stream().map(KitTests.OfClass::name).toList();
    }

    /** Says what is not as listed. */
    Verdict judge(Map<String, Outcome> outcomes) {
        Verdict verdict = verdict(tests, outcomes);
        out.println("kit: " + passed(outcomes) + " of " + outcomes.size() + " passed");
        verdict.broken().forEach((name, how) -> out.println("kit: " + how + ", and not in kit-not-yet.txt: " + name));
        verdict.unknown().forEach(name -> out.println("kit: not in kit.txt: " + name));
        verdict.mended().forEach(name -> out.println("kit: passed, and in kit-not-yet.txt: " + name));
        return verdict;
    }

    /** Of the executions of these classes alone. What ran and is in no list, is unknown as well. */
    private Verdict verdict(KitTests of, Map<String, Outcome> outcomes) {
        Reachable reachable = Reachable.listed("kit.txt").only(of::has);
        Verdict verdict = Verdict.of(reachable, notYet.only(of::has), outcomes);
        Set<String> unknown = new TreeSet<>(outcomes.keySet());
        unknown.removeAll(reachable.executions().keySet());
        unknown.addAll(verdict.unknown());
        return new Verdict(verdict.broken(), verdict.mended(), unknown, verdict.summary());
    }

    private static long passed(Map<String, Outcome> outcomes) {
        return outcomes.values().stream()
                .filter(outcome -> outcome == Outcome.PASSED)
                .count();
    }
}
