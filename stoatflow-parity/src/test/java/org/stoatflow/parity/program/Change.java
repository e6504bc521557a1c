package org.stoatflow.parity.program;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A row: the starts of one application, whose topology is another one each time.
 *
 * @param topics partitions of the inputs
 */
record Change(String name, Map<String, Integer> topics, List<Leg> legs) {
    private static final int PARTITIONS = 2;

    /** The starts of an application that reads {@code in}. */
    static Change of(String name, Leg... legs) {
        return new Change(name, Map.of("in", PARTITIONS), List.of(legs));
    }

    /** With one more input. */
    Change reading(String topic, int partitions) {
        Map<String, Integer> all = new TreeMap<>(topics);
        all.put(topic, partitions);
        return new Change(name, all, legs);
    }

    Change reading(String topic) {
        return reading(topic, PARTITIONS);
    }
}
