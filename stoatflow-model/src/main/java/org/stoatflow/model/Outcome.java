package org.stoatflow.model;

import java.util.List;

/**
 * What TLC found.
 *
 * @param found as in {@link Configuration#expected}, or a sentence about why there is no result
 * @param states distinct states, or -1 if TLC did not say
 * @param output what TLC printed
 */
record Outcome(String found, long states, double seconds, List<String> output) {
    private static final String STATES = " distinct states found";

    boolean meets(Configuration configuration) {
        return found.equals(configuration.expected());
    }

    /** Reads TLC's output; {@code properties} are the names that a violation of a temporal property may be of. */
    static Outcome read(List<String> output, List<String> properties, double seconds) {
        String found = "no result";
        long states = -1;
        for (String line : output) {
            if (line.startsWith("Error: ") && found.equals("no result")) {
                found = error(line.substring("Error: ".length()), properties);
            } else if (line.contains("No error has been found")) {
                found = Configuration.HOLDS;
            }
            if (line.contains(STATES)) {
                states = states(line);
            }
        }
        return new Outcome(found, states, seconds, output);
    }

    private static String error(String error, List<String> properties) {
        if (error.startsWith("Deadlock reached")) {
            return Configuration.DEADLOCK;
        }
        if (error.startsWith("Temporal properties were violated")) { // TLC does not say which
            return Configuration.VIOLATES + String.join(" ", properties);
        }
        if (error.startsWith("Invariant ") && error.contains(" is violated")) {
            return Configuration.VIOLATES + error.substring("Invariant ".length(), error.indexOf(" is violated"));
        }
        if (error.startsWith("Action property ") && error.contains(" is violated")) {
            return Configuration.VIOLATES + error.substring("Action property ".length(), error.indexOf(" is violated"));
        }
        return "error: " + error;
    }

    private static long states(String line) {
        String before = line.substring(0, line.indexOf(STATES));
        return Long.parseLong(before.substring(before.lastIndexOf(' ') + 1).replace(",", ""));
    }
}
