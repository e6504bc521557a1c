package org.stoatflow.bench.contest;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The search for the highest rate at which lag stays flat: doubles or halves until one rate is sustained and another is
 * not, then goes to their middle until they are near to each other.
 *
 * @param begin the first rate to try
 * @param trials what was tried, in order
 */
record RateSearch(int begin, List<Trial> trials) {
    /** The most trials. */
    static final int TRIALS_MAX = 10;

    /** Where a rate grows that is no more than this times one that is flat, the search is over. */
    private static final double NEAR = 1.1;

    /** A rate that was tried. */
    record Trial(int rate, Lag lag) {}

    RateSearch {
        trials = List.copyOf(trials);
    }

    static RateSearch from(int begin) {
        return new RateSearch(begin, List.of());
    }

    /** The search with one trial more. */
    RateSearch with(Trial trial) {
        List<Trial> all = new ArrayList<>(trials);
        all.add(trial);
        return new RateSearch(begin, all);
    }

    /** What to try next; empty at the end. */
    OptionalInt next() {
        if (trials.size() == TRIALS_MAX) {
            return OptionalInt.empty();
        }
        OptionalInt flat = highest();
        OptionalInt above = refused();
        if (above.isEmpty()) {
            return OptionalInt.of(flat.isEmpty() ? begin : 2 * flat.getAsInt());
        }
        if (flat.isEmpty()) {
            return above.getAsInt() == 1 ? OptionalInt.empty() : OptionalInt.of(above.getAsInt() / 2);
        }
        int middle = (int) Math.round(Math.sqrt((double) flat.getAsInt() * above.getAsInt()));
        return above.getAsInt() <= NEAR * flat.getAsInt() || middle == flat.getAsInt()
                ? OptionalInt.empty()
                : OptionalInt.of(middle);
    }

    /** The highest rate that was sustained, below all that were not; empty where none was. */
    OptionalInt highest() {
        int limit = refused().orElse(Integer.MAX_VALUE);
        return rates(Lag.FLAT).filter(rate -> rate < limit).max();
    }

    /** Whether a higher rate was tried and not sustained; else there may be a higher one. */
    @JsonIgnore
    boolean isBounded() {
        return rates(Lag.GROWS).findAny().isPresent();
    }

    /** In one sentence. */
    String describe() {
        if (highest().isEmpty()) {
            return "sustains none of the rates that were tried";
        }
        return "sustains " + highest().getAsInt() + " records a second"
                + (isBounded() ? "" : " at least; more could not be tried");
    }

    /** The lowest rate that was not sustained. */
    private OptionalInt refused() {
        return IntStream.concat(rates(Lag.GROWS), rates(Lag.UNKNOWN)).min();
    }

    private IntStream rates(Lag lag) {
        return trials.stream().filter(trial -> trial.lag() == lag).mapToInt(Trial::rate);
    }
}
