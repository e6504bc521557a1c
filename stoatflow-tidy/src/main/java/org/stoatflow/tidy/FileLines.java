package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.List;

/** How long a file may be. What mirrors Kafka Streams is as long as its original makes it. */
record FileLines(int max) implements Rule {
    @Override
    public List<Finding> findings(Project project) {
        List<Finding> found = new ArrayList<>();
        for (JavaFile file : project.java()) {
            int lines = file.file().lines().size();
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
}
