package org.stoatflow.parity.diff.program;

import org.jspecify.annotations.Nullable;

/** What happens to a program while it runs. */
public sealed interface Event {
    /**
     * A record comes.
     *
     * @param source the number of the step that reads the topic
     * @param key its key
     * @param number its value; null for none
     * @param timeMs its timestamp
     * @param header the value of its only header, {@link #NO_VALUE} for one without a value; null for no header
     */
    record Input(
            int source,
            @Nullable String key,
            @Nullable Integer number,
            long timeMs,
            @Nullable String header) implements Event {
        public static final String NO_VALUE = "none";
    }

    /**
     * The wall clock goes on.
     *
     * @param ms by how much
     */
    record Wait(long ms) implements Event {}
}
