package org.stoatflow.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Compares the ids of input records in the output with those of the committed input, and their order. */
final class IdCheck {
    private final boolean exactlyOnce;
    private final Map<String, Ids> ids = new HashMap<>();
    private final Set<Ids> touched = new LinkedHashSet<>();
    private final Set<Integer> leftOut = new HashSet<>();
    private final Set<Integer> mayBeLeftOut = new HashSet<>();
    private final Set<Integer> lost = new HashSet<>();
    private final Set<Integer> out = new HashSet<>();
    private final Set<Integer> seenWhenDeleted = new LinkedHashSet<>();

    /** The ids of input records that were put out, or must be, under one key from one source partition. */
    private static final class Ids {
        private final String key;
        private final ArrayDeque<Integer> expected = new ArrayDeque<>();
        private final ArrayDeque<Integer> early = new ArrayDeque<>();
        private final Set<Integer> seen = new HashSet<>();

        Ids(String key) {
            this.key = key;
        }
    }

    IdCheck(boolean exactlyOnce) {
        this.exactlyOnce = exactlyOnce;
    }

    /** The committed input contains the record. */
    void onCommitted(String topic, String key, TopicPartition source, int id) {
        Ids of = of(topic, key, source);
        of.expected.add(id);
        touched.add(of);
    }

    /** The record has a dead letter, and must not be put out. */
    void onLeftOut(int id) {
        leftOut.add(id);
    }

    /** The record has a dead letter, or another of the same offset has. */
    void onMayBeLeftOut(int id) {
        mayBeLeftOut.add(id);
    }

    /** The record was lost, and may be put out or not. */
    void onLost(int id) {
        lost.add(id);
    }

    /** The program had seen the record when its topic was deleted. */
    void onSeenWhenDeleted(int id) {
        seenWhenDeleted.add(id);
    }

    /** Requires that what the program had seen of a topic when it was deleted has come out. */
    void requireSeen() {
        for (int id : seenWhenDeleted) {
            if (!out.contains(id)) {
                throw new Violation(
                        Invariant.SEEN_IS_PUT_OUT,
                        "input " + id + " was processed before its topic was deleted, and is not put out");
            }
        }
    }

    void onOutput(String topic, String key, TopicPartition source, int id) {
        if (exactlyOnce && leftOut.contains(id)) {
            throw new Violation(
                    Invariant.OUTPUT_HAS_COMMITTED_INPUT, "input " + id + " came out and has a dead letter too");
        }
        Ids of = of(topic, key, source);
        out.add(id);
        of.early.add(id);
        of.seen.add(id);
        touched.add(of);
    }

    /** Checks all keys with news since the last call. */
    void require() {
        touched.forEach(this::require);
        touched.clear();
    }

    private Ids of(String topic, String key, TopicPartition source) {
        return ids.computeIfAbsent(topic + "/" + key + " from " + source, Ids::new);
    }

    private void require(Ids of) {
        of.expected.removeIf(leftOut::contains);
        of.expected.removeIf(id -> mayBeLeftOut.contains(id) && !of.early.contains(id));
        if (!exactlyOnce) {
            requireAll(of);
            return;
        }
        of.early.removeIf(lost::contains);
        while (!of.early.isEmpty()) {
            Integer next = of.expected.poll();
            if (next == null) {
                throw new Violation(
                        Invariant.OUTPUT_HAS_COMMITTED_INPUT,
                        "inputs " + of.early + " came out under " + of.key + " and are not committed");
            }
            if (!next.equals(of.early.poll())) {
                throw new Violation(
                        Invariant.ORDER_PER_KEY, "input " + next + " did not come out when it should, under " + of.key);
            }
        }
        requireNoneMissing(of.expected, of.key);
    }

    /** At-least-once: all ids, in any order, each at least once. */
    private static void requireAll(Ids of) {
        List<Integer> missing = new ArrayList<>(of.expected);
        missing.removeIf(of.seen::contains);
        requireNoneMissing(missing, of.key);
        of.expected.clear();
    }

    private static void requireNoneMissing(Iterable<Integer> missing, String key) {
        if (missing.iterator().hasNext()) {
            throw new Violation(
                    Invariant.COMMITTED_INPUT_HAS_OUTPUT, "inputs " + missing + " are missing under " + key);
        }
    }
}
