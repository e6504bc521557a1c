package org.stoatflow.examples.demo;

import java.io.PrintStream;
import java.time.Duration;

/** Prints a line each second, for files and pipes. */
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
    public void show(DemoStatus status, String doing) {
        ReaderTotals.Percentiles latency = status.seen().recent();
        out.println(Format.time(status.elapsed())
                + "  lines/s " + Format.rate(status.linesPerSecond())
                + "  words/s " + Format.rate(status.wordsPerSecond())
                + "  epoch " + Format.ms(status.engine().epochIntervalMs())
                + "  commit " + Format.ms(status.engine().commitMs())
                + "  p50 " + Format.ms(latency.p50Ms())
                + "  p99 " + Format.ms(latency.p99Ms()));
    }

    @Override
    public void close() {
        out.flush();
    }
}
