package org.stoatflow.bench.contest;

import java.util.Map;
import java.util.OptionalInt;

/**
 * The highest rates at which arms sustain a scenario: a file of results.
 *
 * @param searches by the arm's title
 */
record Rates(String scenario, String guarantee, Map<String, RateSearch> searches, Map<String, String> conditions) {
    /** Part of the names of such files. */
    static final String IN_NAME = "-rates-";

    /** Of one arm; empty where it was not searched, or none was found. */
    OptionalInt highest(String arm) {
        RateSearch search = searches.get(arm);
        return search == null ? OptionalInt.empty() : search.highest();
    }

    String describe(String arm) {
        RateSearch search = searches.get(arm);
        return scenario + ", " + guarantee + ": " + arm + " "
                + (search == null ? "was not searched" : search.describe()) + ".";
    }
}
