package org.stoatflow.bench.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Runs the command on a real broker with few records. It checks rows, and no times. */
class RestoreIT {
    @Test
    void shouldRestoreTheSameRowsWithAll() throws Exception {
        CommandLine commandLine = new RestoreOptions.Given().commandLine();
        assertEquals(0, commandLine.execute("--stores=2", "--partitions=2", "--records=3000"));
        RestoreOptions options = commandLine.getExecutionResult();
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        List<RestoreResult> results =
                new Restore(options, new PrintStream(said, true, StandardCharsets.UTF_8)).measure();

        assertEquals(
                List.of(Restorer.values()),
                results.stream().map(RestoreResult::restorer).toList());
        assertTrue(results.stream().allMatch(result -> result.seconds() > 0 && result.cpuSeconds() > 0));
        assertTrue(results.getLast().diskAfterMib() > 0);
        String table = new RestoreReport(options.tables(), results).markdown();
        assertTrue(table.contains("| seconds | "), table);
    }
}
