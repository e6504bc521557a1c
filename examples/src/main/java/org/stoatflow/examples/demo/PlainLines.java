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
        StringBuilder line = new StringBuilder(140);
        line.append(Format.time(status.elapsed())
                + "  lines/s " + Format.rate(status.linesPerSecond())
                + "  words/s " + Format.rate(status.wordsPerSecond()));
        if (status.sides().size() == 1) {
            line.append("  epoch " + Format.ms(status.engine().epochIntervalMs()) + "  commit "
                    + Format.ms(status.engine().commitMs()));
        }
        for (DemoStatus.Seen side : status.sides()) {
            ReaderTotals.Percentiles latency = side.totals().recent();
            line.append(status.sides().size() == 1 ? "" : "  " + side.title())
                    .append("  p50 " + Format.ms(latency.p50Ms()) + "  p99 " + Format.ms(latency.p99Ms()));
        }
        out.println(line);
    }

    @Override
    public void tell(String event) {
        out.println(event);
    }

    @Override
    public void close() {
        out.flush();
    }
}
