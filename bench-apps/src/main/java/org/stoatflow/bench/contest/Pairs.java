package org.stoatflow.bench.contest;

import java.io.PrintStream;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.stoatflow.bench.latency.Arm;
import org.stoatflow.bench.latency.Cell;
import org.stoatflow.bench.latency.Round;
import org.stoatflow.bench.role.RoleFailure;
import org.stoatflow.localkafka.LocalKafka;

/** Takes rounds on one broker, in pairs or until a rate is found. One thread. */
final class Pairs {
    private final BenchOptions options;
    private final String commit;
    private final LocalKafka kafka;
    private final PrintStream out;
    private int taken;

    /** @param commit that is measured; empty where there is no git */
    Pairs(BenchOptions options, String commit, LocalKafka kafka, PrintStream out) {
        this.options = options;
        this.commit = commit;
        this.kafka = kafka;
        this.out = out;
    }

    /** The arms take turns, and the first of a pair is the second of the next. */
    Contest contest(Cell cell, List<Arm> arms) throws RoleFailure, InterruptedException {
        List<RoundRecord> rounds = new ArrayList<>();
        for (int pair = 1; pair <= options.pairs(); pair++) {
            for (Arm arm : pair % 2 == 1 ? arms : arms.reversed()) {
                say(cell, "pair " + pair + " of " + options.pairs(), arm);
                rounds.add(round(cell, arm, pair, rounds.size() % arms.size() == 0));
            }
        }
        return new Contest(
                cell.scenario().name(),
                cell.guarantee().setting(),
                cell.rate(),
                options.round().warmupSeconds(),
                options.round().measuredSeconds(),
                conditions(),
                List.copyOf(rounds));
    }

    /** Finds the highest rate of each arm. */
    Rates rates(Cell cell, List<Arm> arms) throws RoleFailure, InterruptedException {
        Map<String, RateSearch> searches = new TreeMap<>();
        for (Arm arm : arms) {
            searches.put(arm.title(), search(cell, arm));
        }
        return new Rates(cell.scenario().name(), cell.guarantee().setting(), searches, conditions());
    }

    private RateSearch search(Cell cell, Arm arm) throws RoleFailure, InterruptedException {
        RateSearch search = RateSearch.from(cell.rate());
        while (search.next().isPresent()) {
            Cell tried = cell.at(search.next().getAsInt());
            int trial = search.trials().size() + 1;
            say(tried, "trial " + trial + " of " + RateSearch.TRIALS_MAX + " at most", arm);
            Lag lag = Lag.of(round(tried, arm, trial, true), options.round().measuredSeconds());
            out.println("  the lag: " + lag.name().toLowerCase(Locale.ROOT));
            search = search.with(new RateSearch.Trial(tried.rate(), lag));
        }
        return search;
    }

    private void say(Cell cell, String which, Arm arm) {
        out.printf(
                Locale.ROOT,
                "%s: %s, %s, %d s ...%n",
                cell.describe(),
                which,
                arm.title(),
                options.round().warmupSeconds() + options.round().measuredSeconds());
    }

    private RoundRecord round(Cell cell, Arm arm, int number, boolean first) throws RoleFailure, InterruptedException {
        return RoundRecord.of(
                new Round(cell, arm, number, options.round(), kafka, "bench-" + ++taken).run(), number, first);
    }

    private Map<String, String> conditions() {
        Map<String, String> conditions = new TreeMap<>(options.round().settings());
        conditions.put("jdk", Runtime.version().toString());
        conditions.put("kafka", AppInfoParser.getVersion());
        conditions.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        conditions.put("partitions", Integer.toString(options.round().partitions()));
        conditions.put("num.stream.threads", Integer.toString(options.round().streamThreads()));
        conditions.put("statestore.cache.max.bytes", "0");
        conditions.put("commit", commit);
        conditions.put("taken", LocalDateTime.now(ZoneOffset.UTC).toString());
        return conditions;
    }
}
