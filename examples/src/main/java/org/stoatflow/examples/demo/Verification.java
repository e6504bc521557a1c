package org.stoatflow.examples.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.stoatflow.command.Guarantee;

/**
 * Compares the results, in the order of each partition, with the lines that were fed. Under at-least-once, the last
 * count of each word must be no less than in the input. Under exactly-once it must be the same, and the counts of each
 * word must be 1, 2, 3, ...
 */
final class Verification {
    private static final int DIFFERENCES_MAX = 5;

    private final Guarantee guarantee;
    private final Map<String, Long> expected;
    private final Map<String, Long> last = new HashMap<>();
    private final List<String> differences = new ArrayList<>();
    private long differencesInAll;

    /**
     * The result of the comparison.
     *
     * @param distinct how many words have a result
     * @param differences the first few differences, empty if there is none
     * @param differencesInAll how many differences there are
     */
    record Verdict(int distinct, List<String> differences, long differencesInAll) {
        boolean isVerified() {
            return differencesInAll == 0;
        }
    }

    Verification(Guarantee guarantee, Map<String, Long> expected) {
        this.guarantee = guarantee;
        this.expected = expected;
    }

    void onResult(String word, @Nullable Long count) {
        if (count == null) {
            differ("'" + word + "': a result without a count");
            return;
        }
        Long before = last.put(word, count);
        if (guarantee == Guarantee.EXACTLY_ONCE) {
            requireNext(word, before == null ? 0 : before, count);
        }
    }

    private void requireNext(String word, long before, long count) {
        if (count != before + 1) {
            differ("'" + word + "': expected count " + (before + 1) + " next, found " + count);
        }
    }

    /** The result, after the last count. */
    Verdict verdict() {
        TreeSet<String> words = new TreeSet<>(expected.keySet());
        words.addAll(last.keySet());
        for (String word : words) {
            compare(word, expected.getOrDefault(word, 0L), last.getOrDefault(word, 0L));
        }
        return new Verdict(last.size(), List.copyOf(differences), differencesInAll);
    }

    private void compare(String word, long fed, long found) {
        boolean right = switch (guarantee) {
            case EXACTLY_ONCE -> found == fed;
            case AT_LEAST_ONCE -> found >= fed && fed > 0;
        };
        if (!right) {
            String bound = guarantee == Guarantee.AT_LEAST_ONCE && fed > 0 ? "at least " : "";
            differ("'" + word + "': expected " + bound + fed + " in the end, found " + found);
        }
    }

    private void differ(String difference) {
        differencesInAll++;
        if (differences.size() < DIFFERENCES_MAX) {
            differences.add(difference);
        }
    }
}
