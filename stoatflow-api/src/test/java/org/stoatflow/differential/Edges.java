package org.stoatflow.differential;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;

/** Random values, many of them at the edges, and what came of them; see {@link Programs}. */
final class Edges {
    private static final long[] LONGS = {
        0, 1, 2, 10, 100, 1_000, 86_400_000L, Integer.MAX_VALUE, Long.MAX_VALUE / 2, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };

    final Random random;
    private final List<String> seen = new ArrayList<>();

    Edges(long seed) {
        random = new Random(seed);
    }

    List<String> seen() {
        return seen;
    }

    <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    long number() {
        long edge = LONGS[random.nextInt(LONGS.length)];
        return switch (random.nextInt(8)) {
            case 0 -> -edge;
            case 1 -> Long.MIN_VALUE + edge;
            case 2, 3 -> edge;
            default -> random.nextInt(200);
        };
    }

    Duration duration() {
        return switch (random.nextInt(40)) {
            case 0 -> null;
            case 1 -> Duration.ofSeconds(Long.MAX_VALUE);
            case 2 -> Duration.ofSeconds(Long.MIN_VALUE);
            case 3 -> Duration.ofNanos(1_999_999);
            case 4 -> Duration.ofNanos(-1);
            default -> Duration.ofMillis(number());
        };
    }

    Instant instant() {
        return switch (random.nextInt(20)) {
            case 0 -> null;
            case 1 -> Instant.MAX;
            case 2 -> Instant.MIN;
            case 3 -> Instant.ofEpochSecond(0, -1);
            default -> Instant.ofEpochMilli(number());
        };
    }

    /** Notes what the action gives or throws, and returns it; null where it throws. */
    <T> T see(String what, Callable<T> action) {
        try {
            T result = action.call();
            seen.add(what + ": " + result);
            return result;
        } catch (Exception failure) {
            seen.add(what + ": " + failure.getClass().getName() + " " + message(failure));
            return null;
        }
    }

    /**
     * The message, unless the JVM wrote it: then it names local variables, or there is none once the code is compiled.
     */
    private static String message(Exception failure) {
        boolean written = failure instanceof NullPointerException
                && failure.getMessage() != null
                && !failure.getMessage().startsWith("Cannot ");
        boolean jvms = failure instanceof NullPointerException || failure instanceof ClassCastException;
        return jvms && !written ? "by the JVM" : failure.getMessage();
    }

    /** Notes which values are equal, and whether equal ones have one hash. */
    void compare(String what, List<?> values) {
        StringBuilder text = new StringBuilder(what);
        for (Object one : values) {
            for (Object other : values) {
                boolean equal = one.equals(other);
                text.append(equal ? one.hashCode() == other.hashCode() ? '=' : '!' : '.');
            }
        }
        seen.add(text.toString());
    }
}
