package org.stoatflow.tidy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Links between pages lead to a file, and to a heading where they name one; each note of the design is linked by
 * another page.
 */
record Links() implements Rule {
    private static final String NOTES = "docs/design/";

    @Override
    public List<Finding> findings(Project project) {
        Map<String, MarkdownPage> pages = new TreeMap<>();
        project.ending(".md").forEach(file -> pages.put(file.path(), new MarkdownPage(file)));
        List<Finding> found = new ArrayList<>();
        Set<String> unlinked = new TreeSet<>(pages.keySet());
        unlinked.removeIf(path -> !path.startsWith(NOTES));
        for (MarkdownPage page : pages.values()) {
            for (MarkdownPage.Quote link : page.links()) {
                if (link.text().contains(":")) {
                    continue; // to another site
                }
                String target = target(page, link.text());
                if (!target.equals(page.file().path())) {
                    unlinked.remove(target);
                }
                String problem = problem(target, link.text(), project, pages);
                if (!problem.isEmpty()) {
                    found.add(new Finding(
                            "references", page.file().path() + " " + link.text(), page.at(link), 1, problem));
                }
            }
        }
        unlinked.forEach(note -> found.add(new Finding(
                "references", note, note + ":1", 1, "no page links " + note + ": link it where it is read")));
        return found;
    }

    /** The path that a link leads to, without its heading. */
    private static String target(MarkdownPage page, String link) {
        int hash = link.indexOf('#');
        String target = hash < 0 ? link : link.substring(0, hash);
        return target.isEmpty() ? page.file().path() : resolved(page.file().folder() + target);
    }

    private static String problem(String path, String link, Project project, Map<String, MarkdownPage> pages) {
        int hash = link.indexOf('#');
        if (!project.has(path)) {
            return "there is no " + path;
        }
        String anchor = hash < 0 ? "" : link.substring(hash + 1);
        boolean isThere =
                anchor.isEmpty() || !pages.containsKey(path) || pages.get(path).hasAnchor(anchor);
        return isThere ? "" : path + " has no heading #" + anchor;
    }

    /** Without {@code ..} and {@code .}. */
    private static String resolved(String path) {
        return Path.of(path).normalize().toString().replace('\\', '/');
    }
}
