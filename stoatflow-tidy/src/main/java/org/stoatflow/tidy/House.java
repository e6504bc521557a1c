package org.stoatflow.tidy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The rules, with their limits. */
final class House {
    private static final int METHOD_LINES_MAX = 60;
    private static final int FIELDS_MAX = 12;
    private static final int PARAMETERS_MAX = 7;
    static final int COLUMNS_MAX = 120;
    private static final int FILE_LINES_MAX = 400;

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
                new Columns(COLUMNS_MAX),
                new RetiredWords(),
                new Links(),
                new QuotedNames(),
                new Citations(),
                new PackageOrder(exemptions.places("packages")));
    }
}
