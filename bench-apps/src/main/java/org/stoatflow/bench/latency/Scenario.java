package org.stoatflow.bench.latency;

import org.stoatflow.command.Guarantee;

/** One line of the report: what runs, how much of it, and under which promise. */
record Scenario(Workload workload, int rate, Guarantee guarantee) {
    /** The p50 in milliseconds that is aimed at; NaN where the issue of it was never raised. */
    double p50BoundMs() {
        return rate == workload.standardRate() ? workload.p50BoundMs(guarantee) : Double.NaN;
    }

    String describe() {
        return workload.name() + ", " + rate + " records/s, " + guarantee.setting();
    }
}
