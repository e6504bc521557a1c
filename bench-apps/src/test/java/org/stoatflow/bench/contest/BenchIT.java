package org.stoatflow.bench.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.bench.latency.Arm;
import org.stoatflow.bench.latency.Library;
import picocli.CommandLine;

/** Runs the command for a short time, with each part in a process of its own. Outputs are checked, and no times. */
class BenchIT {
    @Test
    void shouldTakeAPairAndSayWhatItGave(@TempDir Path folder) throws Exception {
        BenchOptions options = options("B --rate 20 --warmup 1 --seconds 2 --partitions 2 --results " + folder);
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        List<Contest> contests = new Bench(
                        options, Bench.arms(options, System.out), new PrintStream(said, true, StandardCharsets.UTF_8))
                .measure();

        String text = said.toString(StandardCharsets.UTF_8);
        Contest contest = contests.getFirst();
        assertEquals(
                List.of("Kafka Streams", "StoatFlow"),
                contest.rounds().stream().map(RoundRecord::arm).toList());
        for (RoundRecord round : contest.rounds()) {
            assertEquals(3 * 20 * 25, round.output().outputs());
            assertEquals(2 * 20 * 25, round.output().micros().getTotalCount());
            assertTrue(round.latencyMs(50) > 0 && round.usage().cpu() > 0);
        }
        assertTrue(
                text.contains("| B, exactly_once_v2, 20 records a second | Kafka Streams | StoatFlow | ratio |"), text);
        assertTrue(text.contains("\nB, exactly_once_v2, 20 records a second: "), text);
    }

    /** Two builds that are the same take turns; whether they differ is a matter of figures, which no test looks at. */
    @Test
    void shouldAlternateTwoBuildsOfOurs(@TempDir Path folder) throws Exception {
        BenchOptions options = options(
                "A --guarantee at_least_once --rate 50 --warmup 1 --seconds 1 --partitions 2 --results " + folder);
        String classPath = System.getProperty("java.class.path");
        Arm other = new Arm(
                "commit 12345678",
                Library.STOATFLOW,
                List.of("-cp", EngineJars.inPlace(classPath, EngineJars.of(classPath))));
        Arm ours = new Arm("this tree", Library.STOATFLOW, List.of());
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        Contest contest = new Bench(options, List.of(other, ours), new PrintStream(said, true, StandardCharsets.UTF_8))
                .measure()
                .getFirst();

        assertEquals(List.of("commit 12345678", "this tree"), contest.arms());
        assertEquals(1, Figure.P50.ratios(contest).size());
        String text = said.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("| commit 12345678 | this tree | ratio |"), text);
    }

    private static BenchOptions options(String arguments) {
        CommandLine commandLine = new BenchOptions.Given().commandLine();
        assertEquals(0, commandLine.execute(arguments.split(" ")));
        return commandLine.getExecutionResult();
    }

    @Test
    void shouldRefuseAScenarioThatIsNot() {
        assertEquals(2, new BenchOptions.Given().commandLine().execute("Z"));
        assertEquals(2, new BenchOptions.Given().commandLine().execute());
    }
}
