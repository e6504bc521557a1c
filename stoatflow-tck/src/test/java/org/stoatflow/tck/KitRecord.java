package org.stoatflow.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.stoatflow.tck.Reports.Outcome;

/** Adds a run of classes to the lists: what ran, and below a reason to be replaced what did not pass. */
record KitRecord(Path lists) {
    static final String NO_REASON = "not looked at yet";

    void add(KitTests ran, Map<String, Outcome> outcomes) throws IOException {
        SortedSet<String> executions = new TreeSet<>(Files.readAllLines(lists.resolve("kit.txt")));
        outcomes.keySet().forEach(name -> executions.add("plain " + name));
        Files.write(lists.resolve("kit.txt"), executions);

        Path notYet = lists.resolve("kit-not-yet.txt");
        List<String> lines = new ArrayList<>(Files.readAllLines(notYet));
        List<String> added = outcomes.keySet().stream()
                .filter(name -> outcomes.get(name) != Outcome.PASSED && !lines.contains(name))
                .toList();
        if (!added.isEmpty()) {
            lines.addAll(List.of("", "# " + NO_REASON));
            lines.addAll(added);
            Files.write(notYet, lines);
        }
        Files.write(
                lists.resolve("kit-classes.txt"),
                KitTests.listed().classes().stream()
                        .map(each -> ran.classes().contains(each) ? each.judged() : each)
                        .map(KitTests.OfClass::line)
                        .toList());
    }
}
