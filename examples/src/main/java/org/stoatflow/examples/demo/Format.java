package org.stoatflow.examples.demo;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as people read them; {@code -} for a missing number. */
final class Format {
    private static final String NONE = "-";

    private Format() {}

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String rate(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    static String ms(double milliseconds) {
        return Double.isNaN(milliseconds) ? NONE : String.format(Locale.ROOT, "%,.1f ms", milliseconds);
    }

    static String ms(OptionalDouble milliseconds) {
        return ms(milliseconds.orElse(Double.NaN));
    }

    static String time(Duration elapsed) {
        long seconds = elapsed.toSeconds();
        return seconds < 3600
                ? String.format(Locale.ROOT, "%02d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
