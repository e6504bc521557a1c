package org.stoatflow.bench.contest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.stoatflow.bench.latency.Spread;
import org.stoatflow.bench.machine.ProcessorTime;
import org.stoatflow.bench.role.RoleFailure;

/** What a contest says, in one sentence; or why it says nothing. */
final class Verdict {
    /** Two pairs of equals agree by chance too often. */
    private static final int PAIRS_TO_CLAIM = 3;

    /** Two that are equal come nearer to each other than this. */
    static final double DIFFERENCE = 0.05;

    private Verdict() {}

    static String of(Contest contest) throws RoleFailure {
        return contest.describe() + ": " + said(contest) + ".";
    }

    /** Whether it says that the arms differ. */
    static boolean isClaim(Contest contest) throws RoleFailure {
        List<Double> ratios = Figure.P50.ratios(contest);
        return behind(contest).isEmpty()
                && disturbance(contest).isEmpty()
                && ratios.size() >= PAIRS_TO_CLAIM
                && differ(ratios);
    }

    private static boolean differ(List<Double> ratios) {
        double difference = Math.abs(1 - Figure.spread(ratios).median());
        double width = Collections.max(ratios) - Collections.min(ratios);
        return difference >= DIFFERENCE && width <= difference;
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
        return contest.arms().size() < 2 ? alone(contest) : compared(contest);
    }

    private static String alone(Contest contest) throws RoleFailure {
        String arm = contest.arms().getFirst();
        return of(arm) + " p50 is " + p50(contest, arm) + " ms, of "
                + counted(contest.of(arm).size(), "round");
    }

    private static String compared(Contest contest) throws RoleFailure {
        String base = contest.arms().getFirst();
        String other = contest.arms().get(1);
        List<Double> ratios = Figure.P50.ratios(contest);
        Spread ratio = Figure.spread(ratios);
        String figures = String.format(
                Locale.ROOT,
                "%s p50 is %s of %s: %s against %s ms",
                of(other),
                ratio.text("%.2f"),
                of(base),
                p50(contest, other),
                p50(contest, base));
        if (ratios.size() < PAIRS_TO_CLAIM) {
            return figures + "; " + few(ratios.size());
        }
        return differ(ratios)
                ? figures + ", in " + ratios.size() + " pairs"
                : "no difference can be claimed: " + figures;
    }

    private static String few(int pairs) {
        return pairs == 1
                ? "this is one pair, which claims nothing"
                : "these are " + pairs + " pairs, which claim nothing";
    }

    private static String counted(int count, String what) {
        return count == 1 ? "one " + what : count + " " + what + "s";
    }

    /** The genitive of an arm. */
    private static String of(String arm) {
        return arm + (arm.endsWith("s") ? "'" : "'s");
    }

    /** Those that do not keep up with the rate. */
    static List<String> behind(Contest contest) throws RoleFailure {
        List<String> behind = new ArrayList<>();
        for (String arm : contest.arms()) {
            for (RoundRecord round : contest.of(arm)) {
                if (Lag.of(round, contest.measuredSeconds()) == Lag.GROWS && !behind.contains(arm)) {
                    behind.add(arm);
                }
            }
        }
        return behind;
    }

    private static Optional<String> disturbance(Contest contest) {
        for (RoundRecord round : contest.rounds()) {
            String where = " in pair " + round.pair() + " of " + round.arm();
            if (round.generatorLateMs() > Lag.GENERATOR_LATE_MS) {
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

    private static String p50(Contest contest, String arm) throws RoleFailure {
        return Figure.P50.of(contest.of(arm)).text(Figure.P50.format());
    }
}
