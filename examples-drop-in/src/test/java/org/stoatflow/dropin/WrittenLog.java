package org.stoatflow.dropin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a {@link CountingApplication} has logged from INFO on, but for its own lines: as events, which may have several
 * lines each.
 */
record WrittenLog(List<Event> events) {
    /** The log's layout: {@code newcomer-logback.xml}. */
    private static final Pattern FIRST = Pattern.compile("(INFO|WARN|ERROR)\\|([^|]*)\\|(.*)");

    private static final String RUNNING = "state is RUNNING";

    /** One event with the number of its lines, the stack trace's too. */
    record Event(String level, String logger, String text, int lines) {
        private Event longer() {
            return new Event(level, logger, text, lines + 1);
        }

        private boolean isOwn() {
            return logger.equals(CountingApplication.OWN_LOGGER);
        }
    }

    static WrittenLog of(Path file) {
        List<Event> events = new ArrayList<>();
        for (String line : linesOf(file)) {
            Matcher first = FIRST.matcher(line);
            if (first.matches()) {
                events.add(new Event(first.group(1), first.group(2), first.group(3), 1));
            } else if (!events.isEmpty()) {
                events.add(events.removeLast().longer());
            }
        }
        return new WrittenLog(events);
    }

    static List<String> linesOf(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The number of lines before the application was first RUNNING. */
    int linesUntilRunning() {
        int lines = 0;
        for (Event event : events) {
            if (event.isOwn() && event.text().equals(RUNNING)) {
                return lines;
            }
            lines += event.isOwn() ? 0 : event.lines();
        }
        return lines;
    }

    /** The number of lines of each level, stack traces and all. */
    Map<String, Integer> linesByLevel() {
        Map<String, Integer> lines = new TreeMap<>();
        events.stream()
                .filter(event -> !event.isOwn())
                .forEach(event -> lines.merge(event.level(), event.lines(), Integer::sum));
        return lines;
    }

    /** The events of the levels WARN and ERROR. */
    List<Event> alarms() {
        return events.stream()
                .filter(event -> !event.isOwn() && !event.level().equals("INFO"))
                .toList();
    }
}
