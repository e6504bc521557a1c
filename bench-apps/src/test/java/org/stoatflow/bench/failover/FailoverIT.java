package org.stoatflow.bench.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Runs the command on a real broker with a small table. It checks that the other instance goes on, and no times. */
class FailoverIT {
    @Test
    void shouldSeeTheStandbyGoOn() throws Exception {
        CommandLine commandLine = new FailoverOptions.Given().commandLine();
        assertEquals(
                0,
                commandLine.execute(
                        "--rows=1500",
                        "--rate=200",
                        "--partitions=2",
                        "--lead=1",
                        "--systems=ours-standby,ks-standby",
                        "--strikes=close"));
        FailoverOptions options = commandLine.getExecutionResult();
        Failover failover =
                new Failover(options, new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));

        List<FailoverResult> results = failover.measure();

        assertEquals(
                options.contenders(),
                results.stream().map(FailoverResult::contender).toList());
        assertTrue(results.stream()
                .allMatch(result -> result.firstOutput() > 0 && result.caughtUp() >= result.firstOutput()));
        assertTrue(failover.markdown(results).contains("StoatFlow, standby, close"));
    }
}
