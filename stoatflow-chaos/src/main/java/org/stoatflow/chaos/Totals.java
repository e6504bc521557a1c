package org.stoatflow.chaos;

/** Compares the last results with the input. */
final class Totals {
    private Totals() {}

    /** Exactly-once demands equal totals, at-least-once no lesser ones. */
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
