package org.stoatflow.bench.contest;

import java.util.List;
import org.stoatflow.bench.latency.Spread;
import org.stoatflow.bench.role.RoleFailure;

/** The figures of a contest in Markdown: of each arm median and range, and the ratio, pair by pair. */
final class ContestTable {
    private ContestTable() {}

    static String of(Contest contest) throws RoleFailure {
        StringBuilder table = new StringBuilder("| " + contest.describe());
        StringBuilder line = new StringBuilder("|---|");
        for (String arm : contest.arms()) {
            table.append(" | ").append(arm);
            line.append("---|");
        }
        table.append(" | ratio |\n").append(line).append("---|\n");
        for (Figure figure : Figure.ALL) {
            table.append("| ").append(figure.title());
            for (String arm : contest.arms()) {
                table.append(" | ").append(figure.of(contest.of(arm)).text(figure.format()));
            }
            table.append(" | ").append(ratio(figure.ratios(contest))).append(" |\n");
        }
        return table.toString();
    }

    private static String ratio(List<Double> ratios) {
        Spread finite = Figure.spread(ratios.stream().filter(Double::isFinite).toList());
        return finite.text("%.2f");
    }
}
