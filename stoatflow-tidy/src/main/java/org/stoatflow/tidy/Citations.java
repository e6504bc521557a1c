package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sources cite pages that are there: {@code docs/METRICS.md}, {@code docs/design/005}, and a section of a page by its
 * heading, as in {@code docs/METRICS.md, "Hot keys"}. Sections that have numbers only cannot be looked up.
 */
record Citations() implements Rule {
    private static final Pattern PAGE =
            Pattern.compile("\\bdocs/[\\w/-]+(?:\\.[a-z]+)?(?:,[\\s*/]+\"([^\"]{1,100})\")?");
    private static final Pattern UNCHECKED =
            Pattern.compile("\\bDESIGN(?:\\.md)?[\\s*/]+(?:§|section)|\\bHOUSE-STYLE\\b");
    private static final List<String> SOURCES = List.of(".java", ".tla", ".xml", "/stoatflow");

    @Override
    public List<Finding> findings(Project project) {
        Map<String, MarkdownPage> pages = new TreeMap<>();
        project.ending(".md").forEach(file -> pages.put(file.path(), new MarkdownPage(file)));
        List<Finding> found = new ArrayList<>();
        List<String> unchecked = new ArrayList<>();
        for (String suffix : SOURCES) {
            for (TextFile file : project.ending(suffix)) {
                look(file, project, pages, found);
                UNCHECKED.matcher(file.text()).results().forEach(each -> unchecked.add(at(file, each.start())));
            }
        }
        if (!unchecked.isEmpty()) {
            found.add(new Finding(
                    "references",
                    "DESIGN by number",
                    unchecked.getFirst(),
                    unchecked.size(),
                    unchecked.size()
                            + " citations of what is not in the repository; cite the page and, in quotes, its heading: "
                            + unchecked));
        }
        return found;
    }

    private static void look(TextFile file, Project project, Map<String, MarkdownPage> pages, List<Finding> found) {
        Matcher matcher = PAGE.matcher(file.text());
        while (matcher.find()) {
            String path = matcher.group().split(",", 2)[0];
            String heading = matcher.group(1) == null ? "" : matcher.group(1).replaceAll("[\\s*/]*\n[\\s*/]*", " ");
            String problem = "";
            if (!project.has(path) && project.paths().stream().noneMatch(each -> each.startsWith(path + "-"))) {
                problem = "there is no " + path;
            } else if (!heading.isEmpty()
                    && pages.containsKey(path)
                    && !pages.get(path).hasHeading(heading)) {
                problem = path + " has no heading \"" + heading + "\"";
            }
            if (!problem.isEmpty()) {
                found.add(new Finding("references", file.path() + " " + path, at(file, matcher.start()), 1, problem));
            }
        }
    }

    private static String at(TextFile file, int index) {
        long line = file.text()
                        .substring(0, index)
                        .chars()
                        .filter(each -> each == '\n')
                        .count()
                + 1;
        return file.path() + ":" + line;
    }
}
