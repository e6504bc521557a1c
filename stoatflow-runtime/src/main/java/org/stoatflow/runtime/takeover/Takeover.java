package org.stoatflow.runtime.takeover;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What a start would find.
 *
 * @param findings the gravest first
 */
public record Takeover(List<Finding> findings) {
    public Takeover {
        findings = findings.stream()
                .sorted(Comparator.comparing(Finding::weight).thenComparing(Finding::sentence))
                .toList();
    }

    /** What the start is refused for. */
    public List<Finding> blocks() {
        return findings.stream()
                .filter(finding -> finding.weight() == Finding.Weight.BLOCKS)
                .toList();
    }

    /** A line for each finding, and one for the verdict. For people; it may change from version to version. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            String weight = finding.weight().name().toLowerCase(Locale.ROOT);
            text.append(String.format(Locale.ROOT, "%-7s %s%n", weight, finding.sentence()));
        }
        return text.append(verdict()).append(System.lineSeparator()).toString();
    }

    private String verdict() {
        int count = blocks().size();
        return switch (count) {
            case 0 -> "Nothing blocks the start";
            case 1 -> "1 thing blocks the start";
            default -> count + " things block the start";
        };
    }
}
