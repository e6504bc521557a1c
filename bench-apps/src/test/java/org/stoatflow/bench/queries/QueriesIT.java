package org.stoatflow.bench.queries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Runs the command on a real broker, for a short time: outputs and counts are right under reads. No times. */
class QueriesIT {
    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldGiveTheSameResultsUnderReads(String guarantee) throws Exception {
        CommandLine arguments = new QueriesOptions.Given().commandLine();
        arguments.execute(
                "--guarantee",
                guarantee,
                "--partitions",
                "2",
                "--lines",
                "60",
                "--warmup",
                "1",
                "--seconds",
                "2",
                "--rounds",
                "1",
                "--reads",
                "100");
        QueriesOptions options = arguments.getExecutionResult();
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        List<QueriesResult> results =
                new Queries(options, new PrintStream(said, true, StandardCharsets.UTF_8)).measure();

        assertEquals(
                List.of(Readers.values()),
                results.stream().map(QueriesResult::readers).toList());
        for (QueriesResult result : results) {
            boolean isRead = result.readers() != Readers.NONE;
            assertEquals(
                    isRead, result.gets().perSecond() > 0 && result.queries().perSecond() > 0);
            assertTrue(result.latencies().samples() > 0);
        }
        assertTrue(said.toString(StandardCharsets.UTF_8).contains("| store(...).get p99, µs | |"), said::toString);
    }
}
