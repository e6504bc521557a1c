package org.stoatflow.bench.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command on a real broker, for a short time. It checks every output, and no times. */
class LatencyIT {
    @Test
    void shouldMeasureOneShortRound() throws Exception {
        LatencyOptions options = LatencyOptionsTest.parse(
                "--apps",
                "word-count",
                "--guarantees",
                "exactly_once_v2",
                "--system",
                "ours",
                "--rates",
                "50",
                "--rounds",
                "1",
                "--warmup",
                "1",
                "--seconds",
                "2",
                "--partitions",
                "2");
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        Results results = new Latency(options, new PrintStream(said, true, StandardCharsets.UTF_8)).measure();

        RoundResult round = results.rounds().getFirst();
        assertEquals(1, results.rounds().size());
        assertEquals(2 * 50 * 8, round.latencies().samples());
        assertTrue(round.latencies().p50Ms() > 0
                && round.latencies().p50Ms() <= round.latencies().p99Ms()
                && round.latencies().p99Ms() <= round.latencies().maxMs());
        assertTrue(round.usage().cpu() > 0 && round.usage().brokerCpu() > 0);
        assertTrue(said.toString(StandardCharsets.UTF_8).contains("word-count, 50 records/s, exactly_once_v2"));
    }

    @Test
    void shouldShowTheLogOfAnApplicationThatDoesNotRun(@TempDir Path folder) throws Exception {
        try (AppProcess app =
                AppProcess.start(Library.STOATFLOW, "stateless", "in", "out", Map.of(), List.of(), folder)) {
            String message = assertThrows(BenchFailure.class, app::awaitRunning).getMessage();

            assertTrue(message.contains("application.id"), message);
        }
    }
}
