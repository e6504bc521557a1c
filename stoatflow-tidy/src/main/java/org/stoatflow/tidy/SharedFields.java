package org.stoatflow.tidy;

import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The table of docs/SHARED-FIELDS.md says what the comments at the fields say, and is made of them. */
record SharedFields() implements Rule {
    static final String PAGE = "docs/SHARED-FIELDS.md";
    private static final String HEAD = "| shared |";
    private static final Pattern NOTE = Pattern.compile("docs/design/(\\d{3})");

    @Override
    public List<Finding> findings(Project project) {
        List<Finding> found = new ArrayList<>();
        rows(project, found);
        project.page(PAGE)
                .filter(page -> !page.text().equals(written(project, page)))
                .ifPresent(page -> found.add(new Finding(
                        "shared-fields",
                        PAGE,
                        PAGE + ":1",
                        Finding.NOT_TO_BE_EXEMPTED,
                        "the table is not what the comments at the fields say: ./stoatflow tidy --pages writes it")));
        return found;
    }

    /** The page with the table that the comments make. */
    static String written(Project project, TextFile page) {
        List<String> lines = new ArrayList<>();
        boolean inTable = false;
        for (String line : page.lines()) {
            if (inTable && !line.startsWith("|")) {
                inTable = false;
            }
            if (!inTable || line.startsWith("|---")) {
                lines.add(line);
            }
            if (line.startsWith(HEAD)) {
                inTable = true;
            } else if (inTable && line.startsWith("|---")) {
                lines.addAll(rows(project, new ArrayList<>()));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static List<String> rows(Project project, List<Finding> problems) {
        List<String> rows = new ArrayList<>();
        for (JavaFile file : project.java()) {
            if (!file.isMain()) {
                continue;
            }
            for (TypeDeclaration type : file.types()) {
                String owner = type.place().substring(type.place().lastIndexOf('.') + 1);
                row(file, type.tree(), owner, problems).ifPresent(rows::add);
                for (VariableTree field : type.fields()) {
                    row(file, field, owner + "." + field.getName(), problems).ifPresent(rows::add);
                }
            }
        }
        return rows.stream().map(row -> linked(row, project)).toList();
    }

    private static Optional<String> row(JavaFile file, Tree tree, String name, List<Finding> problems) {
        String comment = file.commentOf(tree);
        if (!SharedField.isBegunIn(comment)) {
            return Optional.empty();
        }
        Optional<SharedField> said = SharedField.in(comment, name);
        if (said.isEmpty()) {
            problems.add(new Finding(
                    "shared-fields",
                    name,
                    file.at(tree),
                    Finding.NOT_TO_BE_EXEMPTED,
                    "the comment has to say: Shared. Written by: … Read by: … Safe: … Proof: …"));
        }
        return said.map(SharedField::row);
    }

    private static String linked(String row, Project project) {
        return NOTE.matcher(row)
                .replaceAll(cited -> project.paths().stream()
                        .filter(path -> path.startsWith("docs/design/" + cited.group(1) + "-"))
                        .findFirst()
                        .map(path -> "[" + cited.group(1) + "](" + path.substring("docs/".length()) + ")")
                        .orElse(cited.group()));
    }
}
