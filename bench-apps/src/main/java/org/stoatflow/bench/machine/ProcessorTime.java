package org.stoatflow.bench.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What the machine's processors have done until now, in ticks, after the first line of Linux' {@code /proc/stat}
 * (proc(5)).
 *
 * @param stolen ticks in which a virtual machine had work and its host ran others; 0 where the system does not say
 * @param all ticks of all processors; 0 where the system does not say
 */
public record ProcessorTime(long stolen, long all) {
    /** A host that takes more than this, in percent, for others makes every figure its own. */
    public static final int DISTURBED_PERCENT = 3;

    private static final Path FILE = Path.of("/proc/stat");
    private static final String TITLE = "cpu ";
    private static final int STOLEN = 7;

    /** Guest time, which follows, is in user time already. */
    private static final int FIELDS = 8;

    /** As it is now. */
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
     * What the host took for others since {@code before}, in percent of all processors; not a number where nobody says.
     */
    public double stolenPercentSince(ProcessorTime before) {
        return all == before.all() ? Double.NaN : 100.0 * (stolen - before.stolen()) / (all - before.all());
    }
}
