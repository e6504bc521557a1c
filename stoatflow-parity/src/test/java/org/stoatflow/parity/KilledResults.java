package org.stoatflow.parity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.stoatflow.parity.KilledReference.Out;

/**
 * What of an operator's output must be equal. Exactly once: each record for its key, in order; of joins of streams
 * without their order, as two topics have none; where a record's result depends on the order of two topics, the last.
 * At least once: no result is missing, and none is other.
 */
enum KilledResults {
    /** All records of each key in order. */
    ORDERED,
    /** All records of each key. */
    SORTED,
    /** All records of each key, each counted once. */
    DISTINCT,
    /** The last record of each key; a tombstone is as good as nothing. */
    LAST;

    private static final int LINES_MAX = 20;
    private static final String NOBODY = "null";

    static KilledResults of(String operator, boolean exactlyOnce) {
        if (operator.startsWith("cogroup") || operator.startsWith("table-") || operator.startsWith("foreign-")) {
            return LAST;
        }
        if (exactlyOnce) {
            return operator.matches("stream-(inner|left|outer|self)") ? SORTED : ORDERED;
        }
        return Stream.of("stream-", "closed-", "suppress-close", "versioned").anyMatch(operator::startsWith)
                ? DISTINCT
                : LAST;
    }

    /** By operator and key. */
    static Map<String, List<String>> of(List<Out> output, boolean exactlyOnce) {
        Map<String, List<String>> byKey = new TreeMap<>();
        for (Out out : output) {
            byKey.computeIfAbsent(out.operator() + " " + out.key(), any -> new ArrayList<>())
                    .add(String.valueOf(out.value()));
        }
        byKey.replaceAll((key, values) ->
                of(key.substring(0, key.indexOf(' ')), exactlyOnce).of(values));
        byKey.values().removeIf(List::isEmpty);
        return byKey;
    }

    /**
     * What windows give when they close is what their last update was. Kafka Streams leaves out some of that
     * (COMPATIBILITY: results on window close), so it is taken from its updates.
     *
     * @param open what the keys of windows begin with that have not closed
     */
    static void closeWindows(Map<String, List<String>> results, List<Out> output, String open) {
        Map<String, List<String>> last = new TreeMap<>();
        for (Out out : output) {
            if (List.of("tumbling", "sliding", "session").contains(out.operator())
                    && !out.key().startsWith(open)) {
                last.put("closed-" + out.operator() + " " + out.key(), Collections.singletonList(out.value()));
            }
        }
        last.values().removeIf(values -> values.getFirst() == null);
        results.forEach((key, values) -> {
            if (key.startsWith("closed-") && !values.equals(last.get(key))) {
                throw new AssertionError(key + " closed with " + values + " and was " + last.get(key));
            }
        });
        results.putAll(last);
    }

    private List<String> of(List<String> values) {
        return switch (this) {
            case ORDERED -> values;
            case SORTED -> withoutPaired(values).sorted().toList();
            case DISTINCT -> withoutPaired(values).distinct().sorted().toList();
            case LAST -> values.getLast().equals("null") ? List.of() : List.of(values.getLast());
        };
    }

    /**
     * Both libraries give some records of an outer join without a partner as well, by the order in which the two topics
     * come; those that have a partner are left out.
     */
    private static Stream<String> withoutPaired(List<String> values) {
        Set<String> paired = new HashSet<>();
        for (String value : values) {
            if (!value.startsWith(NOBODY + "|") && !value.endsWith("|" + NOBODY)) {
                paired.addAll(List.of(value.split("[|]")));
            }
        }
        return values.stream()
                .filter(value -> !(value.startsWith(NOBODY + "|") && paired.contains(value.substring(5)))
                        && !(value.endsWith("|" + NOBODY) && paired.contains(value.substring(0, value.length() - 5))));
    }

    /** At most so many lines, empty where all is equal. */
    static String difference(Map<String, List<String>> expected, Map<String, List<String>> actual) {
        TreeSet<String> keys = new TreeSet<>(new HashSet<>(expected.keySet()));
        keys.addAll(actual.keySet());
        StringBuilder text = new StringBuilder();
        keys.stream()
                .filter(key -> !expected.getOrDefault(key, List.of()).equals(actual.getOrDefault(key, List.of())))
                .limit(LINES_MAX)
                .forEach(key -> text.append('\n')
                        .append(key)
                        .append("\n  expected ")
                        .append(expected.get(key))
                        .append("\n  actual   ")
                        .append(actual.get(key)));
        return text.toString();
    }
}
