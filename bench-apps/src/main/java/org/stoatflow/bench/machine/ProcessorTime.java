package org.stoatflow.bench.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The time that the machine's processors have spent until now, in ticks, from the first line of Linux' {@code
 * /proc/stat} (proc(5)).
 *
 * @param stolen ticks in which a virtual machine had work and its host ran others; 0 where the system does not say
 * @param all ticks of all processors; 0 where the system does not say
 */
public record ProcessorTime(long stolen, long all) {
    /** The percentage of stolen time above which a measurement says more about the host than about the application. */
    public static final int DISTURBED_PERCENT = 3;

    private static final Path FILE = Path.of("/proc/stat");
    private static final String TITLE = "cpu ";
    private static final int STOLEN = 7;

    /** How many fields to sum up; guest time, which follows, is contained in user time. */
    private static final int FIELDS = 8;

    /** Reads the present times. */
    public static ProcessorTime now() {
        if (!Files.exists(FILE)) {
            return new ProcessorTime(0, 0);
        }
        try {
            return parse(Files.readString(FILE));
        } catch (IOException failure) {
            throw new UncheckedIOException(FILE + " cannot be read", failure);
        }
    }

    static ProcessorTime parse(String text) {
        String line = text.lines().findFirst().orElse("");
        if (!line.startsWith(TITLE)) {
            throw new IllegalArgumentException(FILE + " begins with '" + line + "', not with '" + TITLE + "'");
        }
        long[] ticks = Arrays.stream(line.substring(TITLE.length()).strip().split(" +"))
                .mapToLong(Long::parseLong)
                .limit(FIELDS)
                .toArray();
        return new ProcessorTime(
                ticks.length > STOLEN ? ticks[STOLEN] : 0, Arrays.stream(ticks).sum());
    }

    /**
     * The time that the host gave to others since {@code before}, in percent of all processors; not a number where the
     * system does not say.
     */
    public double stolenPercentSince(ProcessorTime before) {
        return all == before.all() ? Double.NaN : 100.0 * (stolen - before.stolen()) / (all - before.all());
    }
}
