package org.stoatflow.bench.blocking;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The measured results, each beside its bound. One thread. */
final class Measurements {
    private final List<Row> rows = new ArrayList<>();

    private record Row(String of, String figure, String measured, String bound, String met) {}

    /** A figure that must be at most {@code bound}. */
    void atMost(String of, String figure, double measured, double bound, String unit) {
        add(of, figure, text(measured, unit), "<= " + text(bound, unit), measured <= bound);
    }

    /** A figure that must be at least {@code bound}. */
    void atLeast(String of, String figure, double measured, double bound, String unit) {
        add(of, figure, text(measured, unit), ">= " + text(bound, unit), measured >= bound);
    }

    /** A count that must be exact. */
    void exactly(String of, String figure, long measured, long wanted) {
        add(
                of,
                figure,
                String.format(Locale.ROOT, "%,d", measured),
                String.format(Locale.ROOT, "= %,d", wanted),
                measured == wanted);
    }

    /** A figure without a bound. */
    void told(String of, String figure, double measured, String unit) {
        rows.add(new Row(of, figure, text(measured, unit), "", ""));
    }

    private void add(String of, String figure, String measured, String bound, boolean met) {
        rows.add(new Row(of, figure, measured, bound, met ? "met" : "NOT MET"));
    }

    boolean areMet() {
        return rows.stream().noneMatch(row -> row.met().equals("NOT MET"));
    }

    private static String text(double value, String unit) {
        String number = value >= 100 || value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.2f", value);
        return unit.isEmpty() ? number : number + " " + unit;
    }

    void print(PrintStream out, String title) {
        int of = width(rows.stream().map(Row::of).toList());
        int figure = width(rows.stream().map(Row::figure).toList());
        int measured = width(rows.stream().map(Row::measured).toList());
        int bound = width(rows.stream().map(Row::bound).toList());
        String format = "  %-" + of + "s  %-" + figure + "s  %" + measured + "s  %" + bound + "s  %s%n";
        out.println();
        out.println(title);
        for (Row row : rows) {
            out.printf(Locale.ROOT, format, row.of(), row.figure(), row.measured(), row.bound(), row.met());
        }
        out.flush();
    }

    private static int width(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(0) + 1;
    }
}
