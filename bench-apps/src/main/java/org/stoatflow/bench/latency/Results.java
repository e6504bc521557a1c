package org.stoatflow.bench.latency;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.command.Guarantee;

/**
 * The rounds of one run and its conditions, as the text of a file: lines that start with '#' describe the conditions,
 * then comes a line of titles, then a line for each round.
 *
 * @param conditions sentences about machine and settings
 */
record Results(List<String> conditions, List<RoundResult> rounds) {
    private static final String TITLES =
            "application,rate,guarantee,library,round,samples,cold_p50_ms,p50_ms,p95_ms,p99_ms,max_ms,"
                    + "cpu_percent,broker_cpu_percent,resident_mib,resident_peak_mib,stolen_percent,surplus";
    private static final String COMMENT = "# ";

    String text() {
        StringBuilder text = new StringBuilder();
        conditions.forEach(line -> text.append(COMMENT).append(line).append('\n'));
        text.append(TITLES).append('\n');
        rounds.forEach(round -> text.append(line(round)).append('\n'));
        return text.toString();
    }

    static Results parse(String text) {
        List<String> conditions = new ArrayList<>();
        List<RoundResult> rounds = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith(COMMENT)) {
                conditions.add(line.substring(COMMENT.length()));
            } else if (!line.equals(TITLES)) {
                rounds.add(round(line));
            }
        }
        return new Results(List.copyOf(conditions), List.copyOf(rounds));
    }

    private static String line(RoundResult round) {
        Cell cell = round.cell();
        return String.format(
                Locale.ROOT,
                "%s,%d,%s,%s,%d,%d,%.3f,%.3f,%.3f,%.3f,%.3f,%.1f,%.1f,%.1f,%.1f,%.1f,%d",
                cell.scenario().name(),
                cell.rate(),
                cell.guarantee().setting(),
                round.library().id(),
                round.round(),
                round.latencies().samples(),
                round.latencies().coldP50Ms(),
                round.latencies().p50Ms(),
                round.latencies().p95Ms(),
                round.latencies().p99Ms(),
                round.latencies().maxMs(),
                round.usage().cpu(),
                round.usage().brokerCpu(),
                round.usage().residentMib(),
                round.usage().residentPeakMib(),
                round.usage().stolen(),
                round.surplus());
    }

    private static RoundResult round(String line) {
        String[] cells = line.split(",");
        if (cells.length != TITLES.split(",").length) {
            throw new BadArgument("a line of results has " + cells.length + " cells: " + line);
        }
        try {
            return read(cells);
        } catch (IllegalArgumentException unreadable) {
            throw new BadArgument("a line of results cannot be read: " + unreadable.getMessage() + ": " + line);
        }
    }

    private static RoundResult read(String[] cells) {
        return new RoundResult(
                new Cell(Scenario.named(cells[0]), Integer.parseInt(cells[1]), Guarantee.named(cells[2])),
                library(cells[3]),
                Integer.parseInt(cells[4]),
                new Latencies(
                        Long.parseLong(cells[5]),
                        Double.parseDouble(cells[6]),
                        Double.parseDouble(cells[7]),
                        Double.parseDouble(cells[8]),
                        Double.parseDouble(cells[9]),
                        Double.parseDouble(cells[10])),
                new RoundUsage(
                        Double.parseDouble(cells[11]),
                        Double.parseDouble(cells[12]),
                        Double.parseDouble(cells[13]),
                        Double.parseDouble(cells[14]),
                        Double.parseDouble(cells[15])),
                Long.parseLong(cells[16]));
    }

    private static Library library(String id) {
        for (Library library : Library.values()) {
            if (library.id().equals(id)) {
                return library;
            }
        }
        throw new BadArgument("there is no library '" + id + "'");
    }
}
