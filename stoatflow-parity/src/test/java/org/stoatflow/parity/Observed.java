package org.stoatflow.parity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a user can see of a run, as lines by section, with names that do not depend on the library. Not for several
 * threads.
 */
public final class Observed {
    private final Map<String, List<String>> sections = new TreeMap<>();

    /** Adds a line; the order of lines counts. */
    public void add(String section, String line) {
        sections.computeIfAbsent(section, unseen -> new ArrayList<>()).add(line);
    }

    /** Whether nothing was seen. */
    public boolean isEmpty() {
        return sections.isEmpty();
    }

    /** The lines of a section. */
    List<String> lines(String section) {
        return sections.getOrDefault(section, List.of());
    }

    /** All lines by section. */
    Map<String, List<String>> sections() {
        return sections;
    }

    /** Sections that are not the same, with both sides: this is what Kafka Streams gave. */
    Map<String, String> differences(Observed other) {
        Map<String, String> differences = new TreeMap<>();
        TreeSet<String> names = new TreeSet<>(sections.keySet());
        names.addAll(other.sections.keySet());
        for (String name : names) {
            List<String> here = sections.getOrDefault(name, List.of());
            List<String> there = other.sections.getOrDefault(name, List.of());
            if (!here.equals(there)) {
                differences.put(name, difference(here, there));
            }
        }
        return differences;
    }

    /** Lines that one side has alone; where both have the same ones, the first that is in another place. */
    private static String difference(List<String> expected, List<String> actual) {
        List<String> missing = without(expected, actual);
        List<String> added = without(actual, expected);
        StringBuilder text = new StringBuilder();
        missing.forEach(line -> text.append("\n    Kafka Streams only: ").append(line));
        added.forEach(line -> text.append("\n    StoatFlow only:     ").append(line));
        for (int i = 0; text.isEmpty(); i++) {
            if (!expected.get(i).equals(actual.get(i))) {
                text.append("\n    in another order, from: ").append(expected.get(i));
            }
        }
        return text.toString();
    }

    private static List<String> without(List<String> lines, List<String> others) {
        List<String> left = new ArrayList<>(lines);
        others.forEach(left::remove);
        return left;
    }

    @Override
    public String toString() {
        return sections.toString();
    }
}
