package org.stoatflow.bench.contest;

import java.util.List;
import java.util.Map;

/**
 * One scenario at one rate with one guarantee, with all of its rounds: a file of results.
 *
 * @param conditions of the run: machine, JDK, versions, settings
 */
record Contest(
        String scenario,
        String guarantee,
        int rate,
        int warmupSeconds,
        int measuredSeconds,
        Map<String, String> conditions,
        List<RoundRecord> rounds) {
    /** Who took turns: the first of the first pair, with which the other is compared; a contest may have one only. */
    List<String> arms() {
        return rounds.stream().map(RoundRecord::arm).distinct().toList();
    }

    /** The rounds of an arm, in the order of their pairs. */
    List<RoundRecord> of(String arm) {
        return rounds.stream().filter(round -> round.arm().equals(arm)).toList();
    }

    String describe() {
        return scenario + ", " + guarantee + ", " + rate + " records a second";
    }
}
