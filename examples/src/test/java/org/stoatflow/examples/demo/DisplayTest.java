package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.stoatflow.command.Guarantee;
import org.stoatflow.examples.demo.reading.EngineReading;

class DisplayTest {
    private static final DemoOptions OPTIONS =
            new DemoOptions(Guarantee.EXACTLY_ONCE, 2_000, null, null, 1, new DemoOptions.Show(false, false), null);

    private final PrintStream realErrors = System.err;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);

    @BeforeEach
    void catchErrors() {
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void leaveErrors() {
        System.setErr(realErrors);
    }

    @Test
    void shouldPrintALineWithoutControlCharacters() {
        try (PlainLines lines = new PlainLines(out)) {
            lines.show(status(12_345), "");
        }
        assertEquals("01:05  lines/s 2,000  words/s 16,000  epoch 21.5 ms  commit -  p50 7.0 ms  p99 7.0 ms\n", text());
    }

    @Test
    void shouldDrawEachFrameOverTheLast() {
        try (Screen screen = new Screen(out, OPTIONS)) {
            screen.show(status(1), "feeding");
            long height = text().chars().filter(c -> c == '\n').count();
            written.reset();
            screen.show(status(2), "feeding");
            assertTrue(text().startsWith("\033[" + height + "A"), text());
            assertEquals(height, text().chars().filter(c -> c == '\n').count());
        }
    }

    @Test
    void shouldShowTheTopWordsAsBars() {
        try (Screen screen = new Screen(out, OPTIONS)) {
            screen.show(status(12_345), "");
        }
        assertTrue(text().contains("the            12,345  " + "█".repeat(40)), text());
    }

    @Test
    void shouldLeaveTheTerminalAsItWas() {
        Screen screen = new Screen(out, OPTIONS);
        assertTrue(text().contains("\033[?25l") && text().contains("\033[?7l"));
        written.reset();
        screen.close();
        assertTrue(text().contains("\033[?25h") && text().contains("\033[?7h"));
    }

    @Test
    void shouldHoldErrorsBackUntilTheEnd() {
        PrintStream before = System.err;
        try (Screen screen = new Screen(out, OPTIONS)) {
            System.err.println("something broke");
            screen.show(status(1), "");
            assertTrue(text().contains("something broke"));
            assertEquals(0, errors.size());
        }
        assertEquals("something broke\n", errors.toString(StandardCharsets.UTF_8));
        assertEquals(before, System.err);
        assertFalse(text().isEmpty());
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }

    private static DemoStatus status(long count) {
        ReaderTotals seen = new ReaderTotals();
        seen.onResult("the", count, 7_000);
        return new DemoStatus(
                Duration.ofSeconds(65),
                130_000,
                2_000,
                1_040_000,
                16_000,
                List.of(new DemoStatus.Seen("StoatFlow", seen.snapshot(Screen.TOP_WORDS))),
                new EngineReading(OptionalDouble.of(21.5), OptionalDouble.empty()));
    }
}
