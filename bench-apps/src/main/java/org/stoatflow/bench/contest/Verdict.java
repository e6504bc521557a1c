package org.stoatflow.bench.contest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.Spread;
import org.stoatflow.bench.machine.ProcessorTime;
import org.stoatflow.bench.role.RoleFailure;

/** What a contest says, in one sentence; or why it says nothing. */
final class Verdict {
    /** From this on the generator, not the application, makes the latency. */
    private static final double GENERATOR_LATE_MS = 100;

    private static final int PAIRS_TO_CLAIM = 2;

    private Verdict() {}

    static String of(Contest contest) throws RoleFailure {
        return contest.describe() + ": " + said(contest) + ".";
    }

    private static String said(Contest contest) throws RoleFailure {
        List<String> behind = behind(contest);
        if (!behind.isEmpty()) {
            return String.join(" and ", behind) + " cannot keep up, so there is no latency to compare";
        }
        Optional<String> disturbance = disturbance(contest);
        if (disturbance.isPresent()) {
            return "nothing can be claimed, since " + disturbance.get();
        }
        List<Double> ratios = ratios(contest);
        Spread ratio = spread(ratios);
        String figures = String.format(
                Locale.ROOT,
                "StoatFlow's p50 is %s of Kafka Streams': %s against %s ms",
                ratio.text("%.2f"),
                p50(contest, Library.STOATFLOW).text("%.1f"),
                p50(contest, Library.KAFKA_STREAMS).text("%.1f"));
        if (ratios.size() < PAIRS_TO_CLAIM) {
            return figures + "; one pair shows that it runs, and claims nothing";
        }
        double width = ratios.stream().mapToDouble(value -> value).max().orElseThrow()
                - ratios.stream().mapToDouble(value -> value).min().orElseThrow();
        return width > Math.abs(1 - ratio.median())
                ? "no difference can be claimed: " + figures
                : figures + ", in " + ratios.size() + " pairs";
    }

    private static List<String> behind(Contest contest) throws RoleFailure {
        List<String> behind = new ArrayList<>();
        for (Library library : Library.values()) {
            for (RoundRecord round : contest.of(library)) {
                if (round.isBehind() && !behind.contains(library.title())) {
                    behind.add(library.title());
                }
            }
        }
        return behind;
    }

    private static Optional<String> disturbance(Contest contest) {
        for (RoundRecord round : contest.rounds()) {
            String where = " in pair " + round.pair() + " of " + round.library().title();
            if (round.generatorLateMs() > GENERATOR_LATE_MS) {
                return Optional.of(String.format(
                        Locale.ROOT, "the load generator was %.0f ms behind%s", round.generatorLateMs(), where));
            }
            if (round.usage().stolen() > ProcessorTime.DISTURBED_PERCENT) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "the host took %.1f %% of the machine%s",
                        round.usage().stolen(),
                        where));
            }
        }
        return Optional.empty();
    }

    /** Ours divided by theirs, pair by pair. */
    private static List<Double> ratios(Contest contest) throws RoleFailure {
        List<RoundRecord> ours = contest.of(Library.STOATFLOW);
        List<RoundRecord> theirs = contest.of(Library.KAFKA_STREAMS);
        List<Double> ratios = new ArrayList<>();
        for (int pair = 0; pair < Math.min(ours.size(), theirs.size()); pair++) {
            ratios.add(ours.get(pair).latencyMs(50) / theirs.get(pair).latencyMs(50));
        }
        return ratios;
    }

    private static Spread p50(Contest contest, Library library) throws RoleFailure {
        List<Double> values = new ArrayList<>();
        for (RoundRecord round : contest.of(library)) {
            values.add(round.latencyMs(50));
        }
        return spread(values);
    }

    private static Spread spread(List<Double> values) {
        return Spread.of(values.stream().mapToDouble(value -> value));
    }
}
