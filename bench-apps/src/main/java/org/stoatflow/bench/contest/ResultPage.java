package org.stoatflow.bench.contest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.stoatflow.bench.latency.Spread;
import org.stoatflow.bench.role.RoleFailure;

/** The page of a run in Markdown, and its pictures. All of it comes from the files of results. */
record ResultPage(ResultSet results) {
    /** Where there are no results. */
    static final String NONE = "No full run is recorded yet.\n";

    private static final List<Figure> COMPARED =
            List.of(Figure.P50, Figure.P99, Figure.CPU, Figure.BROKER_CPU, Figure.MEMORY);

    /** @param folder what the address of a picture begins with */
    String markdown(String folder) throws RoleFailure {
        StringBuilder page = new StringBuilder();
        conditions(page);
        rates(page);
        for (String guarantee : guarantees()) {
            page.append("\n![Latency, ").append(guarantee).append("](");
            page.append(folder).append(chart(guarantee)).append(")\n");
            table(page, guarantee);
        }
        behind(page);
        results.tables().forEach((step, table) -> {
            if (!table.isEmpty()) {
                page.append("\n`").append(step).append("`:\n\n").append(table);
            }
        });
        return page.toString();
    }

    /** Each picture, by the name of its file. */
    Map<String, String> charts() throws RoleFailure {
        Map<String, String> charts = new TreeMap<>();
        for (String guarantee : guarantees()) {
            charts.put(chart(guarantee), LatencyChart.of(guarantee, compared(guarantee)));
        }
        return charts;
    }

    private static String chart(String guarantee) {
        return "bench-" + guarantee + ".svg";
    }

    private List<String> guarantees() {
        return compared().stream().map(Contest::guarantee).distinct().sorted().toList();
    }

    private List<Contest> compared(String guarantee) {
        return compared().stream()
                .filter(contest -> contest.guarantee().equals(guarantee))
                .toList();
    }

    private List<Contest> compared() {
        return results.contests().stream()
                .filter(contest -> contest.arms().size() > 1)
                .toList();
    }

    private void conditions(StringBuilder page) throws RoleFailure {
        int conclusive = 0;
        for (Contest contest : compared()) {
            conclusive += Verdict.isClaim(contest) ? 1 : 0;
        }
        page.append("* Run `").append(results.name()).append("`; conclusive: ").append(conclusive);
        page.append(" of ").append(compared().size()).append(" cells\n");
        for (Contest contest : results.contests().stream().limit(1).toList()) {
            contest.conditions()
                    .forEach((name, value) -> page.append("* ")
                            .append(name)
                            .append(": ")
                            .append(value)
                            .append('\n'));
        }
    }

    private void rates(StringBuilder page) {
        if (!results.rates().isEmpty()) {
            page.append("\nThe highest rate at which lag stays flat:\n\n");
        }
        for (Rates rates : results.rates()) {
            rates.searches()
                    .keySet()
                    .forEach(
                            arm -> page.append("* ").append(rates.describe(arm)).append('\n'));
        }
    }

    private void table(StringBuilder page, String guarantee) throws RoleFailure {
        List<String> arms = compared(guarantee).getFirst().arms();
        page.append("\n| ")
                .append(guarantee)
                .append("; ")
                .append(String.join(" / ", arms))
                .append(", ratio");
        COMPARED.forEach(figure -> page.append(" | ").append(figure.title()));
        page.append(" |\n|---").append("|---".repeat(COMPARED.size())).append("|\n");
        for (Contest contest : compared(guarantee)) {
            page.append("| ").append(contest.scenario()).append(", ");
            page.append(contest.rate()).append(" records/s");
            for (Figure figure : COMPARED) {
                page.append(" | ").append(cell(contest, figure));
            }
            page.append(" |\n");
        }
    }

    private static String cell(Contest contest, Figure figure) throws RoleFailure {
        boolean isLatency = figure.equals(Figure.P50) || figure.equals(Figure.P99);
        if (isLatency && !Verdict.behind(contest).isEmpty()) {
            return String.join(", ", Verdict.behind(contest)) + " cannot keep up";
        }
        List<String> medians = new ArrayList<>();
        for (String arm : contest.arms()) {
            medians.add(String.format(
                    Locale.ROOT, figure.format(), figure.of(contest.of(arm)).median()));
        }
        return String.join(" / ", medians) + ", **"
                + Figure.spread(figure.ratios(contest)).text("%.2f") + "**";
    }

    private void behind(StringBuilder page) throws RoleFailure {
        List<String> lines = new ArrayList<>();
        for (Contest contest : compared()) {
            for (Figure figure : COMPARED) {
                Spread ratio = Figure.spread(figure.ratios(contest));
                if (ratio.median() >= 1 - Verdict.DIFFERENCE) {
                    lines.add("* " + contest.describe() + ": " + figure.title() + ", " + ratio.text("%.2f")
                            + (ratio.median() > 1 + Verdict.DIFFERENCE ? "" : ", equal"));
                }
            }
        }
        if (!lines.isEmpty()) {
            page.append("\nWhere the second is behind or equal (ratio):\n\n")
                    .append(String.join("\n", lines))
                    .append('\n');
        }
    }
}
