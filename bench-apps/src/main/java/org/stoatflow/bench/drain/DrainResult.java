package org.stoatflow.bench.drain;

import java.util.Locale;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.command.Guarantee;

/**
 * The result of draining one topic once.
 *
 * @param seconds from RUNNING until all is drained
 * @param residentMib the highest resident memory
 */
record DrainResult(
        DrainInput input,
        Guarantee guarantee,
        Library library,
        double seconds,
        double cpuSeconds,
        double residentMib,
        GcLog heap) {

    double rate() {
        return input.records() / seconds;
    }

    static String header() {
        return "| application | guarantee | library | records/s | CPU, s | resident, highest, MiB | heap taken, MiB |"
                + " heap after a collection, highest, MiB |\n|---|---|---|---|---|---|---|---|";
    }

    String row() {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %,.0f | %.1f | %.0f | %d | %d |",
                input.app(),
                guarantee.words(),
                library.title(),
                rate(),
                cpuSeconds,
                residentMib,
                heap.committedMib(),
                heap.afterMib());
    }
}
