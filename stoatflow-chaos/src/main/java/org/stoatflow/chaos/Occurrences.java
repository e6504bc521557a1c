package org.stoatflow.chaos;

import java.util.BitSet;
import java.util.function.Predicate;

/**
 * Counts which records of the input a topic names: each of those that must be named, at least once or exactly once. One
 * thread.
 */
final class Occurrences {
    private final String topic;
    private final Input input;
    private final boolean exactlyOnce;
    private final Differences differences;
    private final Predicate<Event> expected;
    private final BitSet[] seen = new BitSet[Names.PARTITIONS];
    private long number;

    Occurrences(String topic, Input input, boolean exactlyOnce, Differences differences, Predicate<Event> expected) {
        this.topic = topic;
        this.input = input;
        this.exactlyOnce = exactlyOnce;
        this.differences = differences;
        this.expected = expected;
        for (int partition = 0; partition < seen.length; partition++) {
            seen[partition] = new BitSet();
        }
    }

    /** The topic names a record. */
    void add(String key, int partition, long serial) {
        String id = partition + "-" + serial;
        Event event = input.event(partition, serial);
        if (event == null || !expected.test(event)) {
            differences.add(topic, key, "no result of record " + id, event == null ? "one" : "one of " + event);
            return;
        }
        if (seen[partition].get((int) serial) && exactlyOnce) {
            differences.add(topic, key, "record " + id + " once", "it again");
        }
        seen[partition].set((int) serial);
        number++;
    }

    /** After the last result: looks for records that are missing. */
    void finish() {
        input.forEach(event -> {
            if (expected.test(event) && !seen[event.partition()].get((int) event.serial())) {
                differences.add(topic, event.key(), "record " + event.id() + ": " + event, "nothing of it");
            }
        });
    }

    /** How often the topic names records. */
    long number() {
        return number;
    }
}
