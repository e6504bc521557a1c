package org.stoatflow.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a user may have meant by one that there is not. */
final class NearestName {
    /** One letter in so many may be wrong. */
    private static final int LETTERS_FOR_A_FAULT = 4;

    private NearestName() {}

    /** The known name that the fewest letters make of the given one; none if it takes too many. */
    static Optional<String> to(String given, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(given, name)))
                .filter(name -> distance(given, name) * LETTERS_FOR_A_FAULT <= given.length());
    }

    /** How many letters have to be put in, taken out or changed. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
