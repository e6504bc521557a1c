package org.stoatflow.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A seed gives the same run in another virtual machine, where immutable sets and maps have another order. */
@Tag("long")
class OtherJvmTest {
    private static final Pattern HASH = Pattern.compile("trace hash (\\w+)");
    private static final String[] SEEDS = {"--seeds", "12", "--keep-going"};
    private static final long WAIT_S = 120;

    @BeforeEach
    void quiet() {
        Quiet.beQuiet();
    }

    @Test
    void shouldRepeatSeedsInAnotherVirtualMachine() throws IOException, InterruptedException {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        new Simulate(new PrintStream(told, true, StandardCharsets.UTF_8))
                .commandLine()
                .execute(SEEDS);
        assertEquals(hash(told.toString(StandardCharsets.UTF_8)), hash(elsewhere()));
    }

    private static String elsewhere() throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        Simulate.class.getName(),
                        SEEDS[0],
                        SEEDS[1],
                        SEEDS[2])
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(WAIT_S, TimeUnit.SECONDS));
        return told;
    }

    private static String hash(String told) {
        Matcher matcher = HASH.matcher(told);
        assertTrue(matcher.find(), told);
        return matcher.group(1);
    }
}
