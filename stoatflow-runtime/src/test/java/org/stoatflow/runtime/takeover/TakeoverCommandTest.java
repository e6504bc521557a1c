package org.stoatflow.runtime.takeover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;

class TakeoverCommandTest {
    private static final String TOPOLOGY = TakeoverCommandTest.class.getName() + ".topology";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    static StreamsBuilder topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        return builder;
    }

    /** Its processors cannot be made, which is found once the topology is looked at. */
    static Topology throwing() {
        return new Topology()
                .addSource("source", "in")
                .addProcessor(
                        "processor",
                        () -> {
                            throw new IllegalStateException("no processor");
                        },
                        "source");
    }

    static StreamsBuilder failing() {
        throw new IllegalStateException("no database");
    }

    @Test
    void shouldNotTakeAProgramThatThrowsForOneThatBlocks() {
        requireBad(
                "stoatflow takeover-check: --topology: " + TakeoverCommandTest.class.getName()
                        + ".failing failed: java.lang.IllegalStateException: no database.\n",
                "--topology",
                TakeoverCommandTest.class.getName() + ".failing");
        int status = answer(
                "--topology",
                TakeoverCommandTest.class.getName() + ".throwing",
                "--set",
                "application.id=app",
                "--set",
                "bootstrap.servers=localhost:1",
                "--set",
                "stoatflow.request.timeout.ms=500");
        assertTrue(
                Set.of(TakeoverCommand.BAD_ARGUMENTS, TakeoverCommand.NOT_FOUND_OUT)
                        .contains(status),
                "" + status);
    }

    @Test
    void shouldPrintItsHelp() {
        assertEquals(TakeoverCommand.NOTHING_BLOCKS, answer("--help"));
        assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("usage: ./stoatflow takeover-check"));
    }

    @Test
    void shouldSayWhichArgumentIsBad() {
        requireBad("stoatflow takeover-check: there is no option '--from'; --help lists them.\n", "--from", "x");
        requireBad("stoatflow takeover-check: --topology is missing: which static method makes the topology?\n");
        requireBad(
                "stoatflow takeover-check: application.id is missing: give it by --config FILE, or --set"
                        + " application.id=VALUE.\n",
                "--topology",
                TOPOLOGY);
        requireBad(
                "stoatflow takeover-check: bootstrap.servers is missing: give it by --config FILE, or --set"
                        + " bootstrap.servers=VALUE.\n",
                "--topology",
                TOPOLOGY,
                "--set",
                "application.id=app");
    }

    @Test
    void shouldNotTakeAClusterThatDoesNotAnswerForOneThatBlocks() {
        int status = answer(
                "--topology",
                TOPOLOGY,
                "--set",
                "application.id=app",
                "--set",
                "bootstrap.servers=localhost:1",
                "--set",
                "stoatflow.request.timeout.ms=500");
        assertEquals(TakeoverCommand.NOT_FOUND_OUT, status);
        assertEquals(
                "stoatflow takeover-check: No answer from the Kafka cluster at bootstrap.servers=localhost:1 within 500"
                        + " ms, while listing groups. Check that the brokers run and can be reached from here.\n",
                errors.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldSayWhichSettingTheClientsCannotUse() {
        requireBad(
                "stoatflow takeover-check: Invalid url in bootstrap.servers: broker-without-port.\n",
                "--topology",
                TOPOLOGY,
                "--set",
                "application.id=app",
                "--set",
                "bootstrap.servers=broker-without-port");
    }

    private void requireBad(String message, String... arguments) {
        errors.reset();
        assertEquals(TakeoverCommand.BAD_ARGUMENTS, answer(arguments));
        assertEquals(message, errors.toString(StandardCharsets.UTF_8));
    }

    private int answer(String... arguments) {
        return new TakeoverCommand(Path.of(""), new PrintStream(out), new PrintStream(errors))
                .answer(List.of(arguments));
    }
}
