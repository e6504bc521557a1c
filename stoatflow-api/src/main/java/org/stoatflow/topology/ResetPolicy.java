package org.stoatflow.topology;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.AutoOffsetReset;

/**
 * Where to start reading a partition without a committed offset.
 *
 * @param start the place
 * @param duration how far before now, for {@link Start#BY_DURATION}; else null
 */
public record ResetPolicy(Start start, @Nullable Duration duration) {
    /** Checks that a duration is there exactly where it is needed. */
    public ResetPolicy {
        Objects.requireNonNull(start, "start");
        if ((start == Start.BY_DURATION) != (duration != null)) {
            throw new IllegalArgumentException("start=" + start + " does not go with duration=" + duration);
        }
    }

    /**
     * Reads what the user asked for.
     *
     * @param asked the user's choice; null for none
     * @return the policy; null for none
     */
    public static @Nullable ResetPolicy of(@Nullable AutoOffsetReset asked) {
        return asked == null ? null : new View(asked).policy();
    }

    /** A place in a partition. */
    public enum Start {
        /** The first record that is still there. */
        EARLIEST,
        /** After the last record. */
        LATEST,
        /** Nowhere: fail. */
        NONE,
        /** The first record not older than the duration. */
        BY_DURATION
    }

    private static final class View extends AutoOffsetReset {
        View(AutoOffsetReset asked) {
            super(asked);
        }

        ResetPolicy policy() {
            return switch (offsetResetStrategy) {
                case EARLIEST -> new ResetPolicy(Start.EARLIEST, null);
                case LATEST -> new ResetPolicy(Start.LATEST, null);
                case NONE -> new ResetPolicy(Start.NONE, null);
                case BY_DURATION -> new ResetPolicy(Start.BY_DURATION, duration.orElse(null));
            };
        }
    }
}
