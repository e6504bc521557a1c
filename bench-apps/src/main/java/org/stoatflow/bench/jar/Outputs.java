package org.stoatflow.bench.jar;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an application has written: for each key the values in their order, as text. One thread at a time. */
final class Outputs {
    private static final int DIFFERENCES_MAX = 5;
    private static final String NONE = "null";

    private final Map<String, List<String>> values = new TreeMap<>();
    private long count;

    /** How two outputs compare. */
    sealed interface Comparison {
        /** Each key has the same values in the same order. */
        record Same() implements Comparison {}

        /** Each key has the same last value, and not the same ones before, which caches and commits decide. */
        record SameInTheEnd() implements Comparison {}

        /** @param examples the first keys whose last values differ */
        record Different(List<String> examples) implements Comparison {}
    }

    void add(String topic, byte @Nullable [] key, byte @Nullable [] value) {
        values.computeIfAbsent(topic + ", key " + text(key), none -> new ArrayList<>())
                .add(text(value));
        count++;
    }

    long count() {
        return count;
    }

    Comparison comparedWith(Outputs other) {
        normalize();
        other.normalize();
        if (values.equals(other.values)) {
            return new Comparison.Same();
        }
        List<String> examples = new ArrayList<>();
        Set<String> keys = new TreeSet<>(values.keySet());
        keys.addAll(other.values.keySet());
        for (String key : keys) {
            String one = last(key);
            String two = other.last(key);
            if (!one.equals(two) && examples.size() < DIFFERENCES_MAX) {
                examples.add(key + ": " + one + " and " + two);
            }
        }
        return examples.isEmpty() ? new Comparison.SameInTheEnd() : new Comparison.Different(List.copyOf(examples));
    }

    /** Records without a key have no order among partitions. */
    private void normalize() {
        values.forEach((key, all) -> {
            if (key.endsWith(", key " + NONE)) {
                Collections.sort(all);
            }
        });
    }

    /** All values where there is no key. */
    private String last(String key) {
        List<String> all = values.getOrDefault(key, List.of());
        if (key.endsWith(", key " + NONE)) {
            return all.toString();
        }
        return all.isEmpty() ? "nothing" : all.getLast();
    }

    /** Texts as they are, else hexadecimal digits. */
    static String text(byte @Nullable [] bytes) {
        if (bytes == null) {
            return NONE;
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.codePoints().allMatch(code -> code >= ' ' && code != 0xFFFD)
                ? "'" + text + "'"
                : HexFormat.of().formatHex(bytes);
    }
}
