package org.stoatflow.chaos;

/** Compares what came out in the end with the input. */
final class Totals {
    private Totals() {}

    /** Exactly once: equal. At least once: no less. */
    static void compare(
            String topic,
            String key,
            Input.Total truth,
            long n,
            long sum,
            boolean exactlyOnce,
            Differences differences) {
        boolean right = exactlyOnce ? n == truth.n() && sum == truth.sum() : n >= truth.n() && sum >= truth.sum();
        if (!right) {
            differences.add(
                    topic,
                    key,
                    "in the end " + (exactlyOnce ? "" : "at least ") + truth.n() + ", sum " + truth.sum(),
                    n + ", sum " + sum);
        }
    }
}
