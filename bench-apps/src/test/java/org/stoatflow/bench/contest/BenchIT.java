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
import org.stoatflow.bench.latency.Library;
import picocli.CommandLine;

/** Runs the command for a short time, with each part in a process of its own. Outputs are checked, and no times. */
class BenchIT {
    @Test
    void shouldTakeAPairAndSayWhatItGave(@TempDir Path folder) throws Exception {
        CommandLine arguments = new BenchOptions.Given().commandLine();
        int status = arguments.execute(
                "B",
                "--rate",
                "20",
                "--warmup",
                "1",
                "--seconds",
                "2",
                "--partitions",
                "2",
                "--results",
                folder.toString());
        assertEquals(0, status);
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        List<Contest> contests = new Bench(
                        arguments.getExecutionResult(), new PrintStream(said, true, StandardCharsets.UTF_8))
                .measure();

        String text = said.toString(StandardCharsets.UTF_8);
        Contest contest = contests.getFirst();
        assertEquals(
                List.of(Library.KAFKA_STREAMS, Library.STOATFLOW),
                contest.rounds().stream().map(RoundRecord::library).toList());
        for (RoundRecord round : contest.rounds()) {
            assertEquals(3 * 20 * 25, round.output().outputs());
            assertEquals(2 * 20 * 25, round.output().micros().getTotalCount());
            assertTrue(round.latencyMs(50) > 0 && round.usage().cpu() > 0);
        }
        assertTrue(
                text.contains("| B, exactly_once_v2, 20 records a second | Kafka Streams | StoatFlow | ratio |"), text);
        assertTrue(text.contains("\nB, exactly_once_v2, 20 records a second: "), text);
    }

    @Test
    void shouldRefuseAScenarioThatIsNot() {
        assertEquals(2, new BenchOptions.Given().commandLine().execute("Z"));
        assertEquals(2, new BenchOptions.Given().commandLine().execute());
    }
}
