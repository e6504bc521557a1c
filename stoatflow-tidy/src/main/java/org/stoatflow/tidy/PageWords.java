package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How many words the pages have at most that are to be read as a whole. */
record PageWords(Map<String, Integer> max) implements Rule {
    @Override
    public List<Finding> findings(Project project) {
        List<Finding> found = new ArrayList<>();
        max.forEach((path, limit) -> project.page(path).ifPresent(page -> {
            int words = page.text().strip().split("\\s+").length;
            if (words > limit) {
                found.add(new Finding(
                        "page-words",
                        path,
                        path + ":1",
                        Finding.NOT_TO_BE_EXEMPTED,
                        words + " words, more than " + limit + ": the page is read as a whole; say it shorter, or"
                                + " move what is looked up to another page"));
            }
        }));
        return found;
    }
}
