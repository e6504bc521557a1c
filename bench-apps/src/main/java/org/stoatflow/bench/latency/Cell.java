package org.stoatflow.bench.latency;

import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.command.Guarantee;

/**
 * One line of the report.
 *
 * @param rate records a second
 */
public record Cell(Scenario scenario, int rate, Guarantee guarantee) {
    /** The p50 in milliseconds that we aim at; NaN where we have set none. */
    double p50BoundMs() {
        if (rate != scenario.standardRate()) {
            return Double.NaN;
        }
        boolean exactlyOnce = guarantee == Guarantee.EXACTLY_ONCE;
        return switch (scenario.name()) {
            case "stateless" -> exactlyOnce ? 20 : 8;
            case "word-count" -> exactlyOnce ? 30 : 12;
            default -> Double.NaN;
        };
    }

    /** The same at another rate. */
    public Cell at(int otherRate) {
        return new Cell(scenario, otherRate, guarantee);
    }

    public String describe() {
        return scenario.name() + ", " + rate + " records/s, " + guarantee.setting();
    }
}
