package org.stoatflow.bench.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DrainOptionsTest {
    private final CommandLine commandLine = new DrainOptions.Given().commandLine();
    private final StringWriter errors = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"2g", "512m", "900M", "400000000"})
    void shouldTakeAHeapAsTheJvmDoes(String heap) {
        assertEquals(0, commandLine.execute("--heap", heap));
        DrainOptions options = commandLine.getExecutionResult();
        assertEquals(List.of("-Xmx" + heap), options.jvmArgs());
    }

    @Test
    void shouldRefuseAnotherHeap() {
        assertEquals(2, commandLine.setErr(new PrintWriter(errors)).execute("--heap", "x"));
        assertEquals(
                "stoatflow drain: Invalid value for option '--heap': must be as in -Xmx, such as 512m or 2g, not 'x';"
                        + " see --help\n",
                errors.toString());
    }
}
