package org.stoatflow.parity.diff;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import org.stoatflow.parity.diff.program.Operator;
import org.stoatflow.parity.diff.program.Program;

/** In how many programs each operator stands. */
final class Shares {
    private final Map<Operator, Integer> programsWith = new EnumMap<>(Operator.class);
    private int programs;

    Shares() {
        for (Operator operator : Operator.values()) {
            programsWith.put(operator, 0);
        }
    }

    void add(Program program) {
        EnumSet<Operator> there = EnumSet.noneOf(Operator.class);
        program.steps().values().forEach(step -> there.add(step.operator()));
        there.forEach(operator -> programsWith.merge(operator, 1, Integer::sum));
        programs++;
    }

    /** The share of the operator that stands in the fewest, from 0 to 1. */
    double smallest() {
        return programsWith.values().stream().mapToInt(Integer::intValue).min().orElse(0) / (double) programs;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        programsWith.forEach((operator, with) ->
                text.append(String.format(Locale.ROOT, "  %-24s %5.1f %%%n", operator, 100.0 * with / programs)));
        return text.toString();
    }
}
