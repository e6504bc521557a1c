package org.stoatflow.config;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The form in which values of a key are written: this class alone reads and checks them.
 *
 * @param type the type as which texts are parsed
 * @param parser makes the typed value of a value in the configuration
 * @param isAllowed whether a value that could be parsed is allowed
 * @param allowed the allowed values, as a message names them after "must be"
 */
record ValueForm<T>(ConfigDef.Type type, Parser<T> parser, Predicate<T> isAllowed, String allowed) {
    private static final int PORT_MAX = 65_535;

    /** Parses a value of the configuration. */
    interface Parser<T> {
        /** @throws ConfigException if the value is of another type */
        T parse(String key, Object value);
    }

    /** A whole number of this many at least. */
    static ValueForm<Integer> countFrom(int least) {
        return parsed(ConfigDef.Type.INT, Integer.class::cast, value -> value >= least, wholeFrom(least));
    }

    /** A whole number of this many at least, which may be larger than an {@code int}. */
    static ValueForm<Long> sizeFrom(long least) {
        return parsed(ConfigDef.Type.LONG, Long.class::cast, value -> value >= least, wholeFrom(least));
    }

    /** A time of zero or more, written in milliseconds. */
    static ValueForm<Duration> millis() {
        return parsed(
                ConfigDef.Type.LONG,
                value -> Duration.ofMillis((Long) value),
                value -> !value.isNegative(),
                "a whole number of milliseconds, 0 or more");
    }

    /** A whole number from 1 to {@code most}, or -1, which {@code minusOne} explains. */
    static ValueForm<Integer> countTo(int most, String minusOne) {
        return parsed(
                ConfigDef.Type.INT,
                Integer.class::cast,
                value -> value == -1 || (value >= 1 && value <= most),
                "1 to " + most + ", or -1 for " + minusOne);
    }

    /** A port, 0 for any that is free, or -1 for none. */
    static ValueForm<Integer> portOrNone() {
        return parsed(
                ConfigDef.Type.INT,
                Integer.class::cast,
                value -> value >= -1 && value <= PORT_MAX,
                "a port up to " + PORT_MAX + ", 0 for any that is free, or -1 for none");
    }

    /** A text that is not empty. */
    static ValueForm<String> text() {
        return parsed(ConfigDef.Type.STRING, String.class::cast, value -> !value.isBlank(), "a text");
    }

    /** Any number above zero. */
    static ValueForm<Double> aboveZero() {
        return parsed(ConfigDef.Type.DOUBLE, Double.class::cast, value -> value > 0, "a number greater than 0");
    }

    /** One of these words. */
    static ValueForm<String> oneOf(String... words) {
        List<String> known = List.of(words);
        return parsed(ConfigDef.Type.STRING, String.class::cast, known::contains, "one of " + known);
    }

    /** A class, or its name. */
    static ValueForm<Class<?>> className() {
        return parsed(
                ConfigDef.Type.CLASS,
                value -> (Class<?>) value,
                value -> true,
                "the name of a class that the application can load");
    }

    /** A text, or any object, which the code that asks for it has to check. */
    static ValueForm<Object> textOrObject() {
        return new ValueForm<>(
                ConfigDef.Type.STRING,
                (key, value) -> value instanceof String text ? text.trim() : value,
                value -> true,
                "a text or an object");
    }

    private static <T> ValueForm<T> parsed(
            ConfigDef.Type type, Function<Object, T> made, Predicate<T> isAllowed, String allowed) {
        return new ValueForm<>(
                type, (key, value) -> made.apply(ConfigDef.parseType(key, value, type)), isAllowed, allowed);
    }

    private static String wholeFrom(long least) {
        return "a whole number, " + least + " or more";
    }

    /**
     * The value, parsed and checked.
     *
     * @throws ConfigException naming key, value and the allowed values, if the value is not allowed
     */
    T read(String key, Object value) {
        T parsed;
        try {
            parsed = parser.parse(key, value);
        } catch (ConfigException misfit) {
            ConfigException refusal = refusal(key, value);
            refusal.initCause(misfit);
            throw refusal;
        }
        if (!isAllowed.test(parsed)) {
            throw refusal(key, value);
        }
        return parsed;
    }

    private ConfigException refusal(String key, Object value) {
        return new ConfigException(key, value, "must be " + allowed);
    }
}
