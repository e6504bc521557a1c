package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How wide a line may be; counted is how many lines of a package are wider. The formatter keeps code within it, but no
 * comment and no string. Not counted are imports, and the inside of text blocks, which is somebody's output.
 */
record Columns(int max) implements Rule {
    private static final int SHOWN_MAX = 20;

    @Override
    public List<Finding> findings(Project project) {
        Map<String, List<String>> wide = new TreeMap<>();
        for (JavaFile file : project.java()) {
            look(file, wide);
        }
        List<Finding> found = new ArrayList<>();
        wide.forEach((name, lines) -> found.add(new Finding(
                "columns",
                name,
                lines.getFirst(),
                lines.size(),
                lines.size() + " lines of more than " + max
                        + " columns: break strings; './stoatflow tidy --wrap' wraps comments: "
                        + lines.subList(0, Math.min(lines.size(), SHOWN_MAX)))));
        return found;
    }

    private void look(JavaFile file, Map<String, List<String>> wide) {
        Set<Integer> textBlocks = TextBlockLines.of(file);
        List<String> lines = file.file().lines();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean isWide = line.codePointCount(0, line.length()) > max;
            if (isWide && !line.startsWith("import ") && !textBlocks.contains(i + 1)) {
                wide.computeIfAbsent(file.packageName(), name -> new ArrayList<>())
                        .add(file.file().path() + ":" + (i + 1));
            }
        }
    }
}
