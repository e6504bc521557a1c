package org.stoatflow.parity.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.parity.diff.program.Operator;
import org.stoatflow.parity.diff.program.Program;
import org.stoatflow.parity.diff.run.ProgramRun;
import picocli.CommandLine;

/** The short form of {@code ./stoatflow diff}, and what it does with a difference. */
@Tag("long")
class DiffTest {
    private static final double SHARE_MIN = 0.02;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @Test
    void shouldSeeTheSameOnBothLibraries() {
        int status = ofTodays().execute("--tries=150", "--keep-going");
        assertEquals(0, status, printed.toString(StandardCharsets.UTF_8));
        assertTrue(printed.toString(StandardCharsets.UTF_8)
                .contains("150 programs from seed 1, 0 differ from Kafka Streams 4.4"));
    }

    @Test
    void shouldSeeTheSameOnAnOlderKafkaStreams() {
        int status = ofTodays().execute("--tries=50", "--seed=301", "--keep-going", "--older=target/older");
        assertEquals(0, status, printed.toString(StandardCharsets.UTF_8));
        assertTrue(printed.toString(StandardCharsets.UTF_8)
                .contains("50 programs from seed 301, 0 differ from Kafka Streams 4.3.1,"));
    }

    @Test
    void shouldRefuseAFolderWithoutKafkaStreams(@TempDir Path empty) {
        StringWriter said = new StringWriter();
        int status = ofTodays().setErr(new PrintWriter(said)).execute("--older=" + empty);
        assertEquals(2, status);
        assertTrue(said.toString().contains(empty + " has to hold the jars of kafka-streams"), said.toString());
    }

    private CommandLine ofTodays() {
        return new Diff(out, Comparison::withTodays).commandLine();
    }

    @Test
    void shouldUseEachOperatorOften() {
        Shares shares = new Shares();
        for (long seed = 1; seed <= 2_000; seed++) {
            shares.add(Diff.program(seed));
        }
        assertTrue(shares.smallest() >= SHARE_MIN, shares.toString());
    }

    @Test
    void shouldMakeTheSameProgramOfASeed() {
        assertEquals(Diff.program(7), Diff.program(7));
        assertNotEquals(Diff.program(7), Diff.program(8));
    }

    @Test
    void shouldPrintTheSmallestProgramThatDiffers() {
        Comparison comparison = new Comparison("one that is wrong", wrongAboutFilters());
        Diff diff = new Diff(out, () -> comparison);
        assertEquals(1, diff.commandLine().execute("--tries=300"));
        String text = printed.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("filter(s"), text);
        String program = text.substring(text.indexOf("the smallest"), text.indexOf("Kafka Streams:"));
        assertEquals(2, program.lines().filter(line -> line.contains(" = ")).count(), program);
        assertEquals(1, program.lines().filter(line -> line.contains("Input[")).count(), program);
    }

    /** Another library that loses the results of filters. */
    private static Function<Program, List<String>> wrongAboutFilters() {
        Function<Program, List<String>> right = new ProgramRun();
        return program -> {
            List<String> lines = new ArrayList<>();
            boolean ofFilter = false;
            for (String line : right.apply(program)) {
                if (line.startsWith("topic ")) {
                    ofFilter = program.results().stream()
                            .filter(result -> program.step(result).operator() == Operator.FILTER)
                            .anyMatch(result -> line.equals("topic out-" + result));
                }
                if (!ofFilter) {
                    lines.add(line);
                }
            }
            return lines;
        };
    }
}
