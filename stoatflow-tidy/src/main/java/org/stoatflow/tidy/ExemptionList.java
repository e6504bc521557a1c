package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The list of exemptions: a line for each, of rule, place, limit and reason. */
record ExemptionList(List<Exemption> exemptions) {
    static final String PATH = "build/tidy-exemptions.txt";
    private static final int COLUMNS = 4;
    private static final int REASON_WORDS = 4;

    static ExemptionList parse(String text) {
        List<Exemption> found = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                found.add(parse(i + 1, line));
            }
        }
        return new ExemptionList(List.copyOf(found));
    }

    private static Exemption parse(int number, String line) {
        String[] columns = line.split("\\s*\\|\\s*");
        if (columns.length != COLUMNS || !columns[2].matches("\\d+")) {
            throw new IllegalArgumentException(PATH + ":" + number + ": not rule | place | limit | reason: " + line);
        }
        return new Exemption(number, columns[0], columns[1], Integer.parseInt(columns[2]), columns[3]);
    }

    Set<String> places(String rule) {
        return exemptions.stream()
                .filter(each -> each.rule().equals(rule))
                .map(Exemption::place)
                .collect(Collectors.toSet());
    }

    /** What is wrong with the list by itself. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        Map<String, Exemption> reasons = new HashMap<>();
        for (Exemption exemption : exemptions) {
            Exemption other = reasons.putIfAbsent(exemption.reason(), exemption);
            if (exemption.reason().split(" ").length < REASON_WORDS) {
                problems.add(at(exemption) + "says no reason: why is this place as it is, and what would mend it?");
            }
            if (other != null) {
                problems.add(at(exemption) + "has the reason of line " + other.line() + ": each has one of its own");
            }
        }
        return problems;
    }

    static String at(Exemption exemption) {
        return PATH + ":" + exemption.line() + ": " + exemption.rule() + " " + exemption.place() + " ";
    }
}
