package org.stoatflow.parity.diff.program;

import java.util.List;

/**
 * What a step can be told.
 *
 * @param name in a program's text
 * @param choices what it may be; the first is the simplest
 */
public record Parameter(String name, List<Integer> choices) {
    static Parameter of(String name, Integer... choices) {
        return new Parameter(name, List.of(choices));
    }
}
