package org.stoatflow.chaos;

import java.util.ArrayList;
import java.util.List;

/** The differences that the checks have found. One thread. */
final class Differences {
    private static final int KEPT_MAX = 30;

    private final List<String> first = new ArrayList<>();
    private long number;

    /** Notes that something is not as it has to be. */
    void add(String topic, String key, String expected, String got) {
        number++;
        if (first.size() < KEPT_MAX) {
            first.add("topic " + topic + ", key " + key + ": expected " + expected + ", got " + got);
        }
    }

    /** How many differences there are. */
    long number() {
        return number;
    }

    /** The first few differences. */
    List<String> first() {
        return List.copyOf(first);
    }
}
