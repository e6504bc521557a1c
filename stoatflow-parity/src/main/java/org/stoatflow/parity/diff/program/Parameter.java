package org.stoatflow.parity.diff.program;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a step can be told.
 *
 * @param name in a program's text
 * @param choices what it may be; the first is the simplest
 * @param ends what it may be as well in programs at the ends of ranges
 */
public record Parameter(String name, List<Integer> choices, List<Integer> ends) {
    static Parameter of(String name, Integer... choices) {
        return new Parameter(name, List.of(choices), List.of());
    }

    /** A length of time, which may also be none and the longest. */
    static Parameter ofTime(String name, Integer... choices) {
        return new Parameter(name, List.of(choices), List.of(0, Step.LONGEST));
    }

    /** All that it may be in programs at the ends of ranges. */
    public List<Integer> choicesAndEnds() {
        return Stream.concat(choices.stream(), ends.stream()).toList();
    }
}
