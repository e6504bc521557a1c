package org.stoatflow.bench.latency;

import java.util.Locale;
import java.util.stream.DoubleStream;

/** One figure of several rounds: its median and its range. */
public final class Spread {
    private final double[] ascending;

    private Spread(double[] ascending) {
        this.ascending = ascending;
    }

    /** @param rounds the figure of each round; what is not a number is left out */
    public static Spread of(DoubleStream rounds) {
        return new Spread(rounds.filter(value -> !Double.isNaN(value)).sorted().toArray());
    }

    public boolean isEmpty() {
        return ascending.length == 0;
    }

    /** The median; not a number where there are no rounds. */
    public double median() {
        if (isEmpty()) {
            return Double.NaN;
        }
        int half = ascending.length / 2;
        return ascending.length % 2 == 1 ? ascending[half] : (ascending[half - 1] + ascending[half]) / 2;
    }

    /** The median and, where there are several rounds, their range; nothing where there are none. */
    public String text(String format) {
        if (isEmpty()) {
            return "";
        }
        String range = ascending.length == 1 ? "" : " (" + format + " to " + format + ")";
        return String.format(Locale.ROOT, format + range, median(), ascending[0], ascending[ascending.length - 1]);
    }
}
