package org.stoatflow.examples.demo;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Totals of the reader. The reader's thread writes, the display's reads; guarded by this object's monitor. */
final class ReaderTotals {
    private final Map<String, Long> counts = new HashMap<>();
    private final Latencies all = new Latencies();
    private final Latencies recent = new Latencies();
    private long results;

    /** Two percentiles in milliseconds; NaN where nothing was seen. */
    record Percentiles(double p50Ms, double p99Ms) {
        static Percentiles of(Latencies latencies) {
            return new Percentiles(latencies.percentileMs(50), latencies.percentileMs(99));
        }
    }

    /**
     * The state at one moment.
     *
     * @param results how many counts were seen
     * @param recent latencies since the last snapshot
     * @param all latencies since the start, or since {@link #startAnew}
     * @param top words with the greatest counts, the greatest first
     */
    record Snapshot(long results, Percentiles recent, Percentiles all, List<Map.Entry<String, Long>> top) {}

    synchronized void onResult(String word, long count, long latencyMicros) {
        counts.put(word, count);
        results++;
        all.add(latencyMicros);
        recent.add(latencyMicros);
    }

    /** How many words of these counts were not seen counted. */
    synchronized long missing(Map<String, Long> fed) {
        return fed.entrySet().stream()
                .mapToLong(word -> Math.max(0, word.getValue() - counts.getOrDefault(word.getKey(), 0L)))
                .sum();
    }

    /** Forgets all latencies, and no count. */
    synchronized void startAnew() {
        all.clear();
        recent.clear();
    }

    synchronized Snapshot snapshot(int wordsMax) {
        List<Map.Entry<String, Long>> top = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(wordsMax)
                .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                .toList();
        Snapshot snapshot = new Snapshot(results, Percentiles.of(recent), Percentiles.of(all), top);
        recent.clear();
        return snapshot;
    }
}
