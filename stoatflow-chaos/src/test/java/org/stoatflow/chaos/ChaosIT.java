package org.stoatflow.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.command.Guarantee;

/** The command in a short form: a kill, a broker that is killed, a topic deleted, and, under exactly-once, a fence. */
class ChaosIT {
    private static final Duration SHORT = Duration.ofSeconds(15);
    private static final int RECORDS_PER_SECOND = 120;

    private final long seed = Long.getLong("stoatflow.test.seed", System.nanoTime() % 1_000_000);

    /** Two cold starts at once, of a few seconds. */
    @Test
    void shouldVerifyColdStarts() {
        Mode starts = new Mode.ColdStarts(2, 2, Duration.ofSeconds(3));
        ChaosOptions options =
                new ChaosOptions(SHORT, Guarantee.EXACTLY_ONCE, 1, seed, RECORDS_PER_SECOND, false, starts);
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
        int status = new Chaos(options, out, out).run();
        assertEquals(Chaos.VERIFIED, status, told.toString(StandardCharsets.UTF_8));
        assertTrue(
                told.toString(StandardCharsets.UTF_8).contains("verified: 2 cold starts; "),
                told.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @EnumSource(Guarantee.class)
    void shouldVerifyAfterFaults(Guarantee guarantee) {
        System.out.println("ChaosIT: -Dstoatflow.test.seed=" + seed);
        ChaosOptions options =
                new ChaosOptions(SHORT, guarantee, 1, seed, RECORDS_PER_SECOND, false, new Mode.Faults());
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
        int status = new Chaos(options, out, out).run();
        String text = told.toString(StandardCharsets.UTF_8);
        assertEquals(Chaos.VERIFIED, status, text);
        assertTrue(text.contains("kill -9  "), text);
        assertTrue(text.contains("of 1 deleted topics"), text);
        assertTrue(
                text.contains("1 broker faults, " + (guarantee == Guarantee.EXACTLY_ONCE ? 1 : 0) + " fences"), text);
    }
}
