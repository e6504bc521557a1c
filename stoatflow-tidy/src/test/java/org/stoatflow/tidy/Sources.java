package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.List;

/** Small made-up projects. */
final class Sources {
    private static final String JAVA = "/src/main/java/org/stoatflow/";

    private Sources() {}

    /** A project of files: path and text in turn. */
    static Project project(String... pathsAndTexts) {
        List<TextFile> files = new ArrayList<>();
        for (int i = 0; i < pathsAndTexts.length; i += 2) {
            files.add(new TextFile(pathsAndTexts[i], pathsAndTexts[i + 1]));
        }
        return Project.of(files);
    }

    /** The path of a type of module {@code stoatflow-x}, from its name without {@code org.stoatflow}. */
    static String path(String type) {
        return "stoatflow-x" + JAVA + type.replace('.', '/') + ".java";
    }

    /** One class {@code org.stoatflow.x.Thing} with this in it. */
    static Project thing(String members) {
        return project(path("x.Thing"), "package org.stoatflow.x;\nclass Thing {\n" + members + "\n}\n");
    }

    /** Places, and how much was counted. */
    static List<String> found(Rule rule, Project project) {
        return rule.findings(project).stream()
                .map(each -> each.place() + " " + each.measured())
                .toList();
    }
}
