package org.stoatflow.bench.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.bench.contest.Plan.Step;
import org.stoatflow.bench.latency.BenchFailure;

/** Plans of commands that measure nothing. */
class BenchAllTest {
    /** Prints a table of its arguments; fails where there are none. */
    static final class Printer {
        private Printer() {}

        public static void main(String[] args) {
            System.out.println("Starting ...\n| " + args[0] + " |");
        }
    }

    @Test
    void shouldRunAllStepsAndSayWhichHasFailed(@TempDir Path folder) throws Exception {
        Plan plan = new Plan(
                "test-",
                List.of(
                        new Step("broken", Printer.class, List.of(), 10),
                        new Step("drain", Printer.class, List.of("records/s"), 10)));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        BenchAll all =
                new BenchAll(plan, folder.resolve("test-1"), new PrintStream(said, true, StandardCharsets.UTF_8));

        BenchFailure failure = assertThrows(BenchFailure.class, all::run);

        assertEquals("of 2 steps: broken", failure.getMessage());
        String text = said.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("Step 1 of 2: broken; about 1 min are left."), text);
        assertTrue(text.contains("| records/s |"), text);
        String page = Files.readString(folder.resolve("test-1").resolve("README.md"));
        assertTrue(page.endsWith("\n`drain`:\n\n| records/s |\n"), page);
    }

    @Test
    void shouldSayHowLongTheRestTakesFromWhatIsDone() {
        Plan plan = new Plan(
                "test-",
                List.of(
                        new Step("a", Printer.class, List.of(), 100),
                        new Step("b", Printer.class, List.of(), 100),
                        new Step("c", Printer.class, List.of(), 300)));

        assertEquals(Duration.ofSeconds(500), plan.left(0, Duration.ZERO));
        assertEquals(Duration.ofSeconds(800), plan.left(1, Duration.ofSeconds(200)));
        assertEquals(Duration.ofSeconds(150), plan.left(2, Duration.ofSeconds(100)));
        assertEquals(Duration.ZERO, plan.left(3, Duration.ofSeconds(250)));
    }

    @Test
    void shouldTakeLessThanWhatIsPromised() throws Exception {
        Plan quick = BenchAll.asked(List.of("all", "--quick"));

        assertTrue(quick.left(0, Duration.ZERO).toMinutes() < 45);
        assertThrows(BenchFailure.class, () -> BenchAll.asked(List.of("A", "--quick")));
        assertThrows(BenchFailure.class, () -> BenchAll.asked(List.of("all", "--full", "--pairs", "1")));
    }

    /** A plan that ends after hours at a mistake in its last step has measured little. */
    @Test
    void shouldGiveEachBenchArgumentsThatItTakes() {
        for (Plan plan : List.of(Plan.quick(), Plan.full())) {
            for (Step step : plan.steps()) {
                if (step.hasResults()) {
                    assertEquals(
                            0,
                            new BenchOptions.Given()
                                    .commandLine()
                                    .execute(step.arguments().toArray(String[]::new)));
                }
            }
        }
    }
}
