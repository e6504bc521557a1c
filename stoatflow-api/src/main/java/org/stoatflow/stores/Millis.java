package org.stoatflow.stores;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Milliseconds of times and durations that users give, with errors that name the parameter. */
public final class Millis {
    private Millis() {}

    /**
     * A point in time.
     *
     * @param time the time
     * @param parameter the name of the parameter that it was given as
     * @return milliseconds since 1970
     * @throws IllegalArgumentException if it is null, or too far from 1970 for milliseconds
     */
    public static long of(@Nullable Instant time, String parameter) {
        try {
            return present(time, parameter).toEpochMilli();
        } catch (ArithmeticException tooLarge) {
            throw new IllegalArgumentException(tooLarge(time, parameter), tooLarge);
        }
    }

    /**
     * A length of time.
     *
     * @param duration the duration
     * @param parameter the name of the parameter that it was given as
     * @return milliseconds
     * @throws IllegalArgumentException if it is null, or too long for milliseconds
     */
    public static long of(@Nullable Duration duration, String parameter) {
        try {
            return present(duration, parameter).toMillis();
        } catch (ArithmeticException tooLarge) {
            throw new IllegalArgumentException(tooLarge(duration, parameter), tooLarge);
        }
    }

    /**
     * A length of time that may be 0.
     *
     * @param duration the duration
     * @param parameter the name of the parameter that it was given as
     * @return milliseconds
     * @throws IllegalArgumentException if it is null, negative, or too long for milliseconds
     */
    public static long notNegative(@Nullable Duration duration, String parameter) {
        long millis = of(duration, parameter);
        if (millis < 0) {
            throw new IllegalArgumentException(parameter + " cannot be negative");
        }
        return millis;
    }

    private static <T> T present(@Nullable T value, String parameter) {
        if (value == null) {
            throw new IllegalArgumentException(beginning(null, parameter) + "It shouldn't be null.");
        }
        return value;
    }

    private static String tooLarge(@Nullable Object value, String parameter) {
        return beginning(value, parameter) + "It can't be converted to milliseconds.";
    }

    private static String beginning(@Nullable Object value, String parameter) {
        return "Invalid value for parameter \"" + parameter + "\" (value was: " + value + "). ";
    }
}
