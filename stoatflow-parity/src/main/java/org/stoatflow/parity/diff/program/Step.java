package org.stoatflow.parity.diff.program;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A step of a program.
 *
 * @param operator what it does
 * @param inputs the numbers of the steps whose results it is given
 * @param told its parameters by name
 */
public record Step(Operator operator, List<Integer> inputs, Map<String, Integer> told) {
    /** What versioned stores are among the choices of a step's store. */
    public static final int VERSIONED = 5;

    /** The parameter that says how long a store of windows keeps them, where a step has it. */
    public static final String KEPT = "kept";
    /** What stands for the longest time, {@link Long#MAX_VALUE} milliseconds. */
    public static final int LONGEST = Integer.MAX_VALUE;

    /** The length of time that a parameter says. */
    public Duration time(String parameter) {
        int told = get(parameter);
        return Duration.ofMillis(told == LONGEST ? Long.MAX_VALUE : told);
    }

    /** The value of a parameter of its operator. */
    public int get(String parameter) {
        return Objects.requireNonNull(told.get(parameter), parameter);
    }

    /** The value of a parameter that other operators may not have. */
    public int get(String parameter, int otherwise) {
        return told.getOrDefault(parameter, otherwise);
    }

    /** Whether it keeps a table with its versions. */
    public boolean keepsVersions() {
        return operator.result() == Kind.VERSIONED || get("store", get("view", 0)) == VERSIONED;
    }

    /** With another value of a parameter. */
    public Step with(String parameter, int value) {
        Map<String, Integer> changed = new TreeMap<>(told);
        changed.put(parameter, value);
        return new Step(operator, inputs, changed);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(operator.name().toLowerCase(java.util.Locale.ROOT)).append('(');
        for (int input : inputs) {
            text.append(text.charAt(text.length() - 1) == '(' ? "s" : ", s").append(input);
        }
        text.append(')');
        new TreeMap<>(told)
                .forEach((name, value) ->
                        text.append(' ').append(name).append('=').append(value));
        return text.toString();
    }
}
