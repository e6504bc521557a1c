package org.stoatflow.bench.contest;

import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.stoatflow.bench.role.RoleFailure;

/**
 * A picture of latencies, light or dark as its page is: for each contest and arm a bar up to p50, and a line up to p99,
 * on a logarithmic scale.
 */
final class LatencyChart {
    private static final int WIDTH = 900;
    private static final int LEFT = 230;
    private static final int RIGHT = 40;
    private static final int TOP = 70;
    private static final int ROW = 60;
    private static final int BAR = 14;

    private static final String STYLE = """
              <style>
                text { font: 13px -apple-system, "Segoe UI", Helvetica, Arial, "DejaVu Sans", sans-serif; }
                text { fill: #1f2328; }
                .title { font-weight: bold; font-size: 15px; }
                .page { fill: #ffffff; stroke: #d0d7de; }
                .grid { stroke: #d0d7de; }
                .note { fill: #59636e; font-size: 12px; }
                .arm0 { fill: #818b98; stroke: #818b98; }
                .arm1 { fill: #0969da; stroke: #0969da; }
                .arm2 { fill: #afb8c1; stroke: #afb8c1; }
                @media (prefers-color-scheme: dark) {
                  text { fill: #f0f6fc; }
                  .page { fill: #0d1117; stroke: #3d444d; }
                  .grid { stroke: #3d444d; }
                  .note { fill: #9198a1; }
                  .arm0 { fill: #656c76; stroke: #656c76; }
                  .arm1 { fill: #4493f8; stroke: #4493f8; }
                  .arm2 { fill: #9198a1; stroke: #9198a1; }
                }
              </style>
            """;

    private final List<Contest> contests;
    private final StringBuilder svg = new StringBuilder();
    private final int decadeFrom;
    private final int decades;

    private LatencyChart(List<Contest> contests) throws RoleFailure {
        this.contests = contests;
        double lowest = Double.MAX_VALUE;
        double highest = 1;
        for (Contest contest : contests) {
            for (String arm : contest.arms()) {
                lowest = Math.min(lowest, ms(contest, arm, 50));
                highest = Math.max(highest, ms(contest, arm, 99));
            }
        }
        decadeFrom = (int) Math.floor(Math.log10(Math.max(0.1, Math.min(lowest, highest))));
        decades = Math.max(1, (int) Math.ceil(Math.log10(highest)) - decadeFrom);
    }

    /** An SVG. */
    static String of(String heading, List<Contest> contests) throws RoleFailure {
        LatencyChart chart = new LatencyChart(contests);
        chart.frame(heading);
        for (int row = 0; row < contests.size(); row++) {
            chart.row(contests.get(row), TOP + row * ROW);
        }
        return chart.svg.append("</svg>\n").toString();
    }

    private void frame(String heading) {
        int height = TOP + contests.size() * ROW + 30;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                        + " width=\"%d\" height=\"%d\" role=\"img\">%n",
                WIDTH, height, WIDTH, height);
        add("  <title>Latency, %s: bars to p50, lines to p99</title>%n", heading);
        svg.append(STYLE);
        add("  <rect class=\"page\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\"/>%n", WIDTH - 1, height - 1);
        add("  <text class=\"title\" x=\"16\" y=\"26\">Latency in ms, %s: bar to p50, line to p99</text>%n", heading);
        List<String> arms = contests.getFirst().arms();
        for (int arm = 0; arm < arms.size(); arm++) {
            int x = 16 + arm * 160;
            add("  <rect class=\"arm%d\" x=\"%d\" y=\"38\" width=\"12\" height=\"12\"/>%n", arm, x);
            add("  <text x=\"%d\" y=\"49\">%s</text>%n", x + 18, arms.get(arm));
        }
        for (int decade = 0; decade <= decades; decade++) {
            double x = LEFT + (double) (WIDTH - LEFT - RIGHT) * decade / decades;
            add("  <line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>%n", x, TOP - 8, x, height - 26);
            add(
                    "  <text class=\"note\" x=\"%.1f\" y=\"%d\"" + " text-anchor=\"middle\">%s</text>%n",
                    x, height - 10, decadeFrom + decade < 0 ? "0.1" : "1" + "0".repeat(decadeFrom + decade));
        }
    }

    private void row(Contest contest, int y) throws RoleFailure {
        add("  <text x=\"16\" y=\"%d\">%s, %,d records/s</text>%n", y + BAR + 4, contest.scenario(), contest.rate());
        for (int arm = 0; arm < contest.arms().size(); arm++) {
            double toP50 = x(ms(contest, contest.arms().get(arm), 50));
            double toP99 = x(ms(contest, contest.arms().get(arm), 99));
            int top = y + arm * (BAR + 2);
            add(
                    "  <rect class=\"arm%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>%n",
                    arm, LEFT, top, toP50 - LEFT, BAR);
            add(
                    "  <line class=\"arm%d\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke-width=\"2\"/>%n",
                    arm, toP50, top + BAR / 2, toP99, top + BAR / 2);
        }
    }

    private double x(double ms) {
        double share = (Math.log10(Math.max(ms, 0.001)) - decadeFrom) / decades;
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.clamp(share, 0, 1);
    }

    /** Of all rounds of an arm together, which only their histograms can say. */
    private static double ms(Contest contest, String arm, double percent) throws RoleFailure {
        Histogram all = new Histogram(3);
        for (RoundRecord round : contest.of(arm)) {
            all.add(round.output().micros());
        }
        return all.getValueAtPercentile(percent) / 1_000.0;
    }

    @SuppressWarnings("AnnotateFormatMethod") // that annotation is of a library that this module has no other use for
    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }
}
