package org.stoatflow.examples.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts how often each word was fed. The feed's thread writes. Others may read the counts once that thread has ended,
 * and the totals at any time.
 */
final class Tally {
    private final List<String> vocabulary;
    private final long[] counts; // by rank
    private final AtomicLong lines = new AtomicLong();
    private final AtomicLong words = new AtomicLong();

    Tally(List<String> vocabulary) {
        this.vocabulary = vocabulary;
        this.counts = new long[vocabulary.size()];
    }

    void add(int[] line) {
        for (int rank : line) {
            counts[rank]++;
        }
        words.addAndGet(line.length);
        lines.incrementAndGet();
    }

    long lines() {
        return lines.get();
    }

    long words() {
        return words.get();
    }

    /** The words that were fed. */
    Map<String, Long> counts() {
        Map<String, Long> fed = new HashMap<>();
        for (int rank = 0; rank < counts.length; rank++) {
            if (counts[rank] > 0) {
                fed.put(vocabulary.get(rank), counts[rank]);
            }
        }
        return fed;
    }
}
