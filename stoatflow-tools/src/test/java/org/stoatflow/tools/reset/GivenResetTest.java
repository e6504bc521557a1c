package org.stoatflow.tools.reset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.runtime.program.ProgramOptions;
import picocli.CommandLine;

class GivenResetTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private final StringWriter errors = new StringWriter();
    private final CommandLine commandLine =
            new GivenReset(Clock.fixed(NOW, ZoneOffset.UTC)).commandLine().setErr(new PrintWriter(errors));

    @TempDir
    Path folder;

    @Test
    void shouldHaveDefaults() {
        assertEquals(
                new ResetOptions(
                        "app",
                        Map.of("bootstrap.servers", "localhost:9092"),
                        new ResetOptions.Named(List.of(), List.of(), List.of(), null),
                        new Target.Earliest(),
                        null,
                        new ResetOptions.Flags(false, false, false)),
                parse("--application-id app"));
    }

    @Test
    void shouldTakeAllOptions() throws IOException {
        Path client = Files.writeString(folder.resolve("client"), "client.id=ops\nbootstrap.servers=a:1\n");
        ResetOptions options = parse("--application-id app --input-topics a,b --intermediate-topics c"
                + " --internal-topics app-x-changelog,app-y-changelog --state-dir /tmp/state --force --dry-run --yes"
                + " --bootstrap-server b:2 --config-file " + client);
        assertEquals(Map.of("client.id", "ops", "bootstrap.servers", "b:2"), options.client());
        assertEquals(
                new ResetOptions.Named(
                        List.of("a", "b"), List.of("c"), List.of("app-x-changelog", "app-y-changelog"), null),
                options.topics());
        assertEquals(Path.of("/tmp/state"), options.stateDir());
        assertEquals(new ResetOptions.Flags(true, true, true), options.flags());
        assertEquals(
                new ProgramOptions("a.B.c", "app.properties", Map.of(), List.of("x", "y")),
                parse("--application-id app --topology a.B.c --config app.properties --classpath x" + File.pathSeparator
                                + "y")
                        .topics()
                        .program());
        assertEquals(
                "a:1", parse("--application-id app --command-config " + client).brokers());
    }

    @Test
    void shouldTakeOneTarget() throws IOException {
        assertEquals(new Target.Earliest(), target("--to-earliest"));
        assertEquals(new Target.Latest(), target("--to-latest"));
        assertEquals(new Target.Offset(7), target("--to-offset 7"));
        assertEquals(new Target.Shift(-3), target("--shift-by -3"));
        assertEquals(new Target.Time(NOW.minusSeconds(90)), target("--by-duration PT1M30S"));
        assertEquals(
                new Target.Time(Instant.parse("2026-04-30T10:00:00Z")),
                target("--to-datetime 2026-04-30T10:00:00.000"));
        assertEquals(
                new Target.Time(Instant.parse("2026-04-30T10:00:00Z")),
                target("--to-datetime 2026-04-30T12:00:00.000+02:00"));
        Path file = Files.writeString(folder.resolve("offsets"), "in,0,5\r\n\nin,1,6\n");
        assertEquals(
                new Target.Planned(Map.of(new TopicPartition("in", 0), 5L, new TopicPartition("in", 1), 6L)),
                target("--from-file " + file));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--dry-run | Missing required option: '--application-id=<id>'",
                "--application-id a/b | Invalid value for option '--application-id': must be an application.id, not"
                        + " 'a/b'",
                "--application-id .. | Invalid value for option '--application-id': must be an application.id, not"
                        + " '..'",
                "--application-id /abs | Invalid value for option '--application-id': must be an application.id, not"
                        + " '/abs'",
                "--application-id app --to-offset x | Invalid value for option '--to-offset': 'x' is not a long",
                "--application-id app --to-offset 1 --shift-by 2 | --to-offset and --shift-by exclude each other",
                "--application-id app --to-latest | --to-latest needs --input-topics",
                "--application-id app --input-topics in --to-datetime noon | Invalid value for option '--to-datetime':"
                        + " must be yyyy-MM-ddTHH:mm:ss.SSS, not 'noon'",
                "--application-id app --input-topics in --by-duration 1h | Invalid value for option '--by-duration':"
                        + " must be PnDTnHnMnS, not '1h'",
                "--application-id app --input-topics in --intermediate-topics in | --input-topics and"
                        + " --intermediate-topics both name topic 'in'",
                "--application-id app --input-topics in --from-file /none | /none cannot be read:"
                        + " java.nio.file.NoSuchFileException: /none",
                "--application-id app --config-file /none | --command-config /none cannot be read:"
                        + " java.nio.file.NoSuchFileException: /none",
                "--application-id app --fast | Unknown option: '--fast'",
            })
    void shouldRefuseInOneSentence(String line, String sentence) {
        assertEquals(2, commandLine.execute(line.split(" ")));
        assertEquals("stoatflow reset: " + sentence + "; see --help\n", errors.toString());
        assertNull(commandLine.getExecutionResult());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "in,0 | must be topic,partition,offset, not 'in,0'",
                "in,0,five | must be topic,partition,offset, not 'in,0,five'",
                "in,99999999999,5 | must be topic,partition,offset, not 'in,99999999999,5'",
            })
    void shouldRefuseAFileWithOtherLines(String line, String sentence) throws IOException {
        Path file = Files.writeString(folder.resolve("offsets"), "in,1,6\n" + line + "\n");
        assertEquals(
                2,
                commandLine.execute("--application-id", "app", "--input-topics", "in", "--from-file", file.toString()));
        assertEquals("stoatflow reset: " + file + ":2 " + sentence + "; see --help\n", errors.toString());
    }

    private Target target(String option) {
        return parse("--application-id app --input-topics in " + option).target();
    }

    private ResetOptions parse(String line) {
        assertEquals(0, commandLine.execute(line.split(" ")), errors::toString);
        return commandLine.getExecutionResult();
    }
}
