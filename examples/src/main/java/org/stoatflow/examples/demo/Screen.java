package org.stoatflow.examples.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Shows numbers in a terminal, each time in the place of the last ones. Meanwhile it hides the cursor, cuts long lines,
 * and holds back text for standard error.
 */
final class Screen implements Display {
    static final int TOP_WORDS = 10;

    private static final String HIDE_CURSOR = "\033[?25l";
    private static final String SHOW_CURSOR = "\033[?25h";
    private static final String CUT_LINES = "\033[?7l";
    private static final String WRAP_LINES = "\033[?7h";
    private static final String CLEAR_LINE = "\033[K";
    private static final String CLEAR_BELOW = "\033[J";
    private static final String BOLD = "\033[1m";
    private static final String DIM = "\033[2m";
    private static final String PLAIN = "\033[0m";
    private static final int BAR_WIDTH = 40;
    private static final int EVENTS_MAX = 5;

    private final PrintStream out;
    private final DemoOptions options;
    private final DeferredErrors errors;
    private final char block;
    private final List<String> events = new ArrayList<>();
    private int height;

    Screen(PrintStream out, DemoOptions options) {
        this.out = out;
        this.options = options;
        this.errors = DeferredErrors.hold();
        this.block = out.charset().newEncoder().canEncode('█') ? '█' : '#';
        out.print(HIDE_CURSOR + CUT_LINES);
    }

    @Override
    public Duration period() {
        return Duration.ofMillis(500);
    }

    @Override
    public void show(DemoStatus status, String doing) {
        List<String> lines = lines(status, doing);
        StringBuilder frame = new StringBuilder();
        if (height > 0) {
            frame.append("\033[").append(height).append('A');
        }
        for (String line : lines) {
            frame.append('\r').append(line).append(CLEAR_LINE).append('\n');
        }
        out.print(frame.append(CLEAR_BELOW));
        out.flush();
        height = lines.size();
    }

    private List<String> lines(DemoStatus status, String doing) {
        ReaderTotals.Snapshot seen = status.seen();
        List<String> lines = new ArrayList<>();
        lines.add(BOLD + "StoatFlow demo" + PLAIN + "   word count, "
                + options.guarantee().words() + ", " + Format.count(options.linesPerSecond()) + " lines a second   "
                + Format.time(status.elapsed()));
        lines.add("");
        lines.add(row("", "now", "since the start"));
        lines.add(row("lines fed", Format.rate(status.linesPerSecond()) + "/s", Format.count(status.lines())));
        lines.add(row("words counted", Format.rate(status.wordsPerSecond()) + "/s", Format.count(seen.results())));
        status.sides()
                .forEach(side -> lines.addAll(latencies(side, status.sides().size() > 1)));
        lines.add(row("epoch", Format.ms(status.engine().epochIntervalMs()), ""));
        lines.add(row("commit", Format.ms(status.engine().commitMs()), ""));
        lines.add("");
        lines.addAll(bars(seen.top()));
        lines.add("");
        lines.addAll(events);
        lines.add(DIM + doing + PLAIN);
        errors.last().ifPresent(lines::add);
        return lines;
    }

    private static List<String> latencies(DemoStatus.Seen side, boolean named) {
        ReaderTotals.Percentiles recent = side.totals().recent();
        ReaderTotals.Percentiles all = side.totals().all();
        String of = named ? side.title() + " " : "latency ";
        return List.of(
                row(of + "p50", Format.ms(recent.p50Ms()), Format.ms(all.p50Ms())),
                row(of + "p99", Format.ms(recent.p99Ms()), Format.ms(all.p99Ms())));
    }

    @Override
    public void tell(String event) {
        events.add(event);
        if (events.size() > EVENTS_MAX) {
            events.removeFirst();
        }
    }

    private static String row(String name, String now, String all) {
        return String.format("  %-17s %14s %18s", name, now, all);
    }

    private List<String> bars(List<Map.Entry<String, Long>> top) {
        List<String> bars = new ArrayList<>();
        for (Map.Entry<String, Long> word : top) {
            long width =
                    Math.max(1, BAR_WIDTH * word.getValue() / top.getFirst().getValue());
            String bar = String.valueOf(block).repeat((int) width);
            bars.add(String.format("  %-8s %12s  %s", word.getKey(), Format.count(word.getValue()), bar));
        }
        return bars;
    }

    @Override
    public void close() {
        out.print(WRAP_LINES + SHOW_CURSOR);
        out.flush();
        errors.release();
    }
}
