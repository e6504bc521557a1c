package org.stoatflow.simulation.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Gives one reader bytes of seeds, and judges what it does. Owner: one thread. */
final class Fuzzing {
    /** For each byte read, so many may be taken: rows become objects, and each header several. */
    private static final long TAKEN_FOR_A_BYTE = 256;

    /** What may be taken besides: an exception with its stack trace, a batch. */
    private static final long TAKEN_BESIDES = 1 << 20;

    private final Reader reader;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long refused;

    Fuzzing(Reader reader) {
        this.reader = reader;
    }

    /** How many of the bytes were refused so far. */
    long refused() {
        return refused;
    }

    /** All samples have to be read. */
    @Nullable
    String samples() {
        for (byte[][] sample : reader.samples()) {
            try {
                reader.reading().read(sample);
            } catch (Exception failure) {
                return found("a valid sample is refused: " + failure, sample);
            }
        }
        return null;
    }

    /**
     * Reads bytes of some seeds.
     *
     * @return what is wrong, with the seed; null for nothing
     */
    @Nullable
    String run(long firstSeed, int seeds) {
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            String found = read(new Mutations(seed).next(reader.samples()));
            if (found != null) {
                return "seed " + seed + ": " + found;
            }
        }
        return null;
    }

    private @Nullable String read(byte[][] parts) {
        long length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        String wrong = null;
        try {
            reader.reading().read(parts);
        } catch (Exception refusal) {
            refused++;
            wrong = judged(refusal);
        } catch (OutOfMemoryError | StackOverflowError dead) {
            return found("it died of " + dead, parts);
        }
        long taken = threads.getCurrentThreadAllocatedBytes() - before;
        if (wrong == null && taken > TAKEN_BESIDES + TAKEN_FOR_A_BYTE * length) {
            wrong = "it took " + taken + " bytes of memory for " + length;
        }
        return wrong == null ? null : found(wrong, parts);
    }

    private @Nullable String judged(Exception refusal) {
        String place = reader.place();
        if (place == null) {
            return "nothing may be refused here: " + refusal;
        }
        String message = refusal.getMessage();
        return message != null && message.contains(place)
                ? null
                : "the refusal does not name '" + place + "': " + refusal;
    }

    private String found(String what, byte[][] parts) {
        StringBuilder text =
                new StringBuilder(reader.name()).append(": ").append(what).append(", bytes");
        for (byte[] part : parts) {
            text.append(' ').append(HexFormat.of().formatHex(part)).append(',');
        }
        return text.substring(0, text.length() - 1);
    }
}
