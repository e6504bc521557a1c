package org.stoatflow.examples.demo;

import java.io.PrintStream;
import java.time.Duration;

/** A line a second, for files and pipes. */
final class PlainLines implements Display {
    private final PrintStream out;

    PlainLines(PrintStream out) {
        this.out = out;
    }

    @Override
    public Duration period() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void show(Figures figures, String doing) {
        Seen.Percentiles latency = figures.seen().recent();
        out.println(Format.time(figures.elapsed())
                + "  lines/s " + Format.rate(figures.linesPerSecond())
                + "  words/s " + Format.rate(figures.wordsPerSecond())
                + "  epoch " + Format.ms(figures.engine().epochIntervalMs())
                + "  commit " + Format.ms(figures.engine().commitMs())
                + "  p50 " + Format.ms(latency.p50Ms())
                + "  p99 " + Format.ms(latency.p99Ms()));
    }

    @Override
    public void close() {
        out.flush();
    }
}
