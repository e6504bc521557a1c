package org.stoatflow.tidy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Links between pages lead to a file, and to a heading where they name one. */
record Links() implements Rule {
    @Override
    public List<Finding> findings(Project project) {
        Map<String, MarkdownPage> pages = new TreeMap<>();
        project.ending(".md").forEach(file -> pages.put(file.path(), new MarkdownPage(file)));
        List<Finding> found = new ArrayList<>();
        for (MarkdownPage page : pages.values()) {
            for (MarkdownPage.Quote link : page.links()) {
                String problem = link.text().contains(":") ? "" : problem(page, link.text(), project, pages);
                if (!problem.isEmpty()) {
                    found.add(new Finding(
                            "references", page.file().path() + " " + link.text(), page.at(link), 1, problem));
                }
            }
        }
        return found;
    }

    private static String problem(MarkdownPage page, String link, Project project, Map<String, MarkdownPage> pages) {
        int hash = link.indexOf('#');
        String target = hash < 0 ? link : link.substring(0, hash);
        String path =
                target.isEmpty() ? page.file().path() : resolved(page.file().folder() + target);
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
