package org.stoatflow.tck;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.stoatflow.tck.Reports.Outcome;

/** Holds what the reports say against the two lists. */
record Verdict(Map<String, String> broken, Set<String> mended, Set<String> unknown, String summary) {

    static Verdict of(Reachable reachable, NotYet notYet, Map<String, Outcome> outcomes) {
        Map<String, String> broken = new TreeMap<>();
        Set<String> mended = new TreeSet<>();
        Set<String> expectedToFail = notYet.all();
        for (String name : reachable.executions().keySet()) {
            Outcome outcome = outcomes.get(name);
            if (outcome == Outcome.PASSED && expectedToFail.contains(name)) {
                mended.add(name);
            } else if (outcome != Outcome.PASSED && !expectedToFail.contains(name)) {
                broken.put(
                        name, outcome == null ? "did not run" : outcome.name().toLowerCase(Locale.ROOT));
            }
        }
        Set<String> unknown = new TreeSet<>(expectedToFail);
        unknown.removeAll(reachable.executions().keySet());
        return new Verdict(broken, mended, unknown, summary(reachable, outcomes));
    }

    private static String summary(Reachable reachable, Map<String, Outcome> outcomes) {
        StringBuilder text = new StringBuilder();
        count(text, "tck", reachable, outcomes, Set.of(Reachable.Kind.values()));
        for (Reachable.Kind kind : Reachable.Kind.values()) {
            count(text, kind.name().toLowerCase(Locale.ROOT), reachable, outcomes, Set.of(kind));
        }
        return text.toString();
    }

    private static void count(
            StringBuilder text,
            String name,
            Reachable reachable,
            Map<String, Outcome> outcomes,
            Set<Reachable.Kind> kinds) {
        int listed = 0;
        int passed = 0;
        for (Map.Entry<String, Reachable.Kind> execution :
                reachable.executions().entrySet()) {
            if (kinds.contains(execution.getValue())) {
                listed++;
                passed += outcomes.get(execution.getKey()) == Outcome.PASSED ? 1 : 0;
            }
        }
        text.append(name)
                .append(": ")
                .append(passed)
                .append(" of ")
                .append(listed)
                .append(" passed\n");
    }
}
