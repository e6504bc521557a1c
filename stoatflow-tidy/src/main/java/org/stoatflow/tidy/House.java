package org.stoatflow.tidy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rules, with their limits. */
final class House {
    private static final int METHOD_LINES_MAX = 60;
    private static final int FIELDS_MAX = 12;
    private static final int PARAMETERS_MAX = 7;
    static final int COLUMNS_MAX = 120;
    private static final int FILE_LINES_MAX = 400;
    private static final int PATH_MAX = 150;
    private static final Map<String, Integer> PAGE_WORDS_MAX =
            Map.of("docs/ARCHITECTURE.md", 5_000, "CONTRIBUTING.md", 1_600, "docs/COMPATIBILITY.md", 5_800);

    private House() {}

    static Judgement judge(Path root, Project project) {
        ExemptionList exemptions = ExemptionList.parse(Project.read(root.resolve(ExemptionList.PATH)));
        List<Finding> findings = new ArrayList<>();
        rules(exemptions).forEach(rule -> findings.addAll(rule.findings(project)));
        return new Judgement(exemptions, findings);
    }

    private static List<Rule> rules(ExemptionList exemptions) {
        return List.of(
                new MethodLines(METHOD_LINES_MAX),
                new InstanceFields(FIELDS_MAX),
                new Parameters(PARAMETERS_MAX),
                new FileLines(FILE_LINES_MAX),
                new PageWords(PAGE_WORDS_MAX),
                new Columns(COLUMNS_MAX),
                new RetiredWords(),
                new Links(),
                new QuotedNames(),
                new Citations(),
                new SharedFields(),
                new CauseWalks(),
                new FileNames(PATH_MAX),
                new DeadFiles(),
                new PackageOrder(exemptions.places("packages")));
    }
}
