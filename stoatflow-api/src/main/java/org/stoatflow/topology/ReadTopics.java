package org.stoatflow.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.stoatflow.streams.errors.TopologyException;

/** The topics that sources of a topology read, by name or by pattern. */
final class ReadTopics {
    private final Set<String> names = new HashSet<>();
    private final List<Pattern> patterns = new ArrayList<>();

    void add(String topic) {
        names.add(topic);
    }

    /** @throws TopologyException if a source reads a topic that matches */
    void addPattern(Pattern pattern) {
        for (String topic : names) {
            if (pattern.matcher(topic).matches()) {
                throw new TopologyException(
                        "Another source already reads the topic " + topic + ", which matches " + pattern);
            }
        }
        patterns.add(pattern);
    }

    boolean isRead(String topic) {
        return names.contains(topic)
                || patterns.stream().anyMatch(pattern -> pattern.matcher(topic).matches());
    }
}
