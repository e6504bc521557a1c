package org.stoatflow.bench.latency;

import org.stoatflow.command.Guarantee;

/** One line of the report: a workload, its rate, and the guarantee. */
record Scenario(Workload workload, int rate, Guarantee guarantee) {
    /** The p50 in milliseconds that we aim at; NaN where we have set none. */
    double p50BoundMs() {
        return rate == workload.standardRate() ? workload.p50BoundMs(guarantee) : Double.NaN;
    }

    String describe() {
        return workload.name() + ", " + rate + " records/s, " + guarantee.setting();
    }
}
