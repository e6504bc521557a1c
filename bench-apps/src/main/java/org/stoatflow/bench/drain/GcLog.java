package org.stoatflow.bench.drain;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of a JVM's log of its collector ({@code -Xlog:gc}).
 *
 * @param collections how often the collector ran
 * @param afterMib the most memory in use right after a collection; -1 if there was none
 * @param committedMib the largest heap
 */
record GcLog(int collections, long afterMib, long committedMib) {
    private static final Pattern COLLECTION = Pattern.compile("Pause .* \\d+M->(\\d+)M\\((\\d+)M\\)");

    static GcLog of(List<String> lines) {
        int collections = 0;
        long after = -1;
        long committed = -1;
        for (String line : lines) {
            Matcher found = COLLECTION.matcher(line);
            if (found.find()) {
                collections++;
                after = Math.max(after, Long.parseLong(found.group(1)));
                committed = Math.max(committed, Long.parseLong(found.group(2)));
            }
        }
        return new GcLog(collections, after, committed);
    }
}
