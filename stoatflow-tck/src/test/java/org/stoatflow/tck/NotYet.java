package org.stoatflow.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What does not hold yet, in groups that have a reason each: a line that begins with a hash, the reason, and then the
 * lines it stands for.
 */
final class NotYet {
    private static final String REASON = "# ";

    private final Map<String, List<String>> groups;

    private NotYet(Map<String, List<String>> groups) {
        this.groups = groups;
    }

    static NotYet in(Path file) {
        try {
            return of(Files.readAllLines(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static NotYet of(List<String> lines) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        List<String> group = null;
        Set<String> seen = new TreeSet<>();
        for (String line : lines) {
            if (line.startsWith(REASON)) {
                group = groups.computeIfAbsent(line.substring(REASON.length()), reason -> new ArrayList<>());
            } else if (!line.isBlank()) {
                if (group == null) {
                    throw new IllegalArgumentException("line=" + line + " stands below no reason");
                }
                if (!seen.add(line)) {
                    throw new IllegalArgumentException("line=" + line + " is there twice");
                }
                group.add(line);
            }
        }
        return new NotYet(groups);
    }

    /** Those of its lines that are wanted, below their reasons. */
    NotYet only(Predicate<String> wanted) {
        Map<String, List<String>> some = new LinkedHashMap<>();
        groups.forEach((reason, lines) ->
                some.put(reason, lines.stream().filter(wanted).toList()));
        return new NotYet(some);
    }

    /** All lines that are no reasons. */
    Set<String> all() {
        Set<String> all = new TreeSet<>();
        groups.values().forEach(all::addAll);
        return all;
    }

    /** Writes the list without these lines, and without reasons that stand for nothing then. */
    void writeWithout(Set<String> done, Path file) {
        StringBuilder text = new StringBuilder();
        groups.forEach((reason, lines) -> {
            List<String> left =
                    lines.stream().filter(line -> !done.contains(line)).toList();
            if (!left.isEmpty()) {
                text.append(text.isEmpty() ? "" : "\n")
                        .append(REASON)
                        .append(reason)
                        .append('\n');
                left.forEach(line -> text.append(line).append('\n'));
            }
        });
        if (text.isEmpty()) { // and tidy refuses a file with nothing in it
            text.append(REASON).append("nothing\n");
        }
        try {
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
