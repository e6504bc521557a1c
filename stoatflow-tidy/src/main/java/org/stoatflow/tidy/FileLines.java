package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * How long a file may be. What mirrors Kafka Streams is as long as its original makes it. What comments say of shared
 * fields is not counted, since nothing is to be saved there.
 */
record FileLines(int max) implements Rule {
    private static final Pattern COMMENT = Pattern.compile("\\n?[ ]*/\\*\\*.*?\\*/\\n", Pattern.DOTALL);

    @Override
    public List<Finding> findings(Project project) {
        List<Finding> found = new ArrayList<>();
        for (JavaFile file : project.java()) {
            int lines = file.file().lines().size() - sharedLines(file.file().text());
            if (lines > max && !MirroredApi.covers(file)) {
                found.add(new Finding(
                        "file-lines",
                        file.place(),
                        file.file().path() + ":1",
                        lines,
                        lines + " lines, more than " + max + ": find its second responsibility, and give it a file"));
            }
        }
        return found;
    }

    private static int sharedLines(String text) {
        return COMMENT.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(SharedField::isBegunIn)
                .mapToInt(comment ->
                        (int) comment.chars().filter(each -> each == '\n').count())
                .sum();
    }
}
