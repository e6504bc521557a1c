package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Findings beside the list of exemptions: what is to be done. */
final class Judgement {
    private final ExemptionList list;
    private final Collection<Finding> findings;

    Judgement(ExemptionList list, List<Finding> findings) {
        this.list = list;
        this.findings = worst(findings);
    }

    /** One finding for each rule and place: the one that counts most. */
    private static Collection<Finding> worst(List<Finding> findings) {
        Map<String, Finding> worst = new TreeMap<>();
        for (Finding finding : findings) {
            worst.merge(
                    finding.rule() + " " + finding.place(),
                    finding,
                    (one, other) -> other.measured() > one.measured() ? other : one);
        }
        return worst.values();
    }

    /** In sentences; empty if nothing is to be done. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(list.problems());
        findings.forEach(finding -> judge(finding, problems));
        list.exemptions().forEach(exemption -> judge(exemption, problems));
        return problems;
    }

    /**
     * The list with limits lowered to what is counted, and without what is no longer needed; nothing else is changed.
     */
    String tightened(String text) {
        Map<Integer, Exemption> exemptions = new TreeMap<>();
        list.exemptions().forEach(each -> exemptions.put(each.line(), each));
        StringBuilder kept = new StringBuilder();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Exemption exemption = exemptions.get(i + 1);
            List<Finding> covered = exemption == null ? List.of() : covered(exemption);
            if (exemption == null) {
                kept.append(lines.get(i)).append('\n');
            } else if (!covered.isEmpty()) {
                int measured =
                        covered.stream().mapToInt(Finding::measured).max().orElseThrow();
                int limit = Math.min(exemption.limit(), measured);
                kept.append(exemption.with(limit).text()).append('\n');
            }
        }
        return kept.toString();
    }

    private void judge(Finding finding, List<String> problems) {
        List<Exemption> exemptions =
                list.exemptions().stream().filter(each -> each.covers(finding)).toList();
        if (!finding.isExemptable()) {
            problems.add(sentence(finding));
        } else if (exemptions.isEmpty()) {
            problems.add(sentence(finding) + "\n    or, where there is a good reason not to, in " + ExemptionList.PATH
                    + ": " + finding.rule() + " | " + shortened(finding.place()) + " | " + finding.measured()
                    + " | the reason");
        } else if (exemptions.size() > 1) {
            problems.add(ExemptionList.at(exemptions.getLast()) + "is exempted in line "
                    + exemptions.getFirst().line() + " already: remove one of the two");
        } else if (exemptions.getFirst().limit() < finding.measured()) {
            problems.add(sentence(finding) + "\n    its exemption, " + ExemptionList.PATH + ":"
                    + exemptions.getFirst().line() + ", allows "
                    + exemptions.getFirst().limit() + ": it must not grow");
        }
    }

    private void judge(Exemption exemption, List<String> problems) {
        List<Finding> covered = covered(exemption);
        String at = ExemptionList.at(exemption);
        if (covered.isEmpty()) {
            problems.add(at + "is no longer needed: remove the line (./stoatflow tidy --tighten does)");
        } else if (covered.size() > 1) {
            problems.add(at + "stands for several places, say more of the name: "
                    + covered.stream().map(Finding::place).toList());
        } else if (covered.getFirst().measured() < exemption.limit()) {
            problems.add(
                    at + "is looser than needed: write " + covered.getFirst().measured() + " instead of "
                            + exemption.limit() + " (./stoatflow tidy --tighten does)");
        }
    }

    private List<Finding> covered(Exemption exemption) {
        return findings.stream().filter(exemption::covers).toList();
    }

    private static String sentence(Finding finding) {
        return finding.at() + ": " + shortened(finding.place()) + ": " + finding.rule() + ": " + finding.problem();
    }

    /** Without what all packages begin with. */
    private static String shortened(String place) {
        return place.replaceFirst("^org\\.stoatflow\\.", "");
    }
}
