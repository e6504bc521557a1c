package org.stoatflow.streams.kstream.internals;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Windowed;

/**
 * A suppression, as operators read it.
 *
 * @param <K> the type of the table's keys
 */
public sealed interface Suppression<K> extends Suppressed<K> {
    /**
     * The name of the node.
     *
     * @return the name; null for one from the counter
     */
    @Nullable
    String name();

    /**
     * Where updates are held back.
     *
     * @return the buffer
     */
    BufferLimits<?> buffer();

    /**
     * Holds back all updates of a window but the last.
     *
     * @param buffer the buffer; null for one without bounds
     * @return the suppression
     * @throws ClassCastException if the buffer is an implementation of the user's own
     */
    static Suppression<Windowed<?>> finalResults(@Nullable StrictBufferConfig buffer) {
        return new FinalResults<>(null, limits(buffer));
    }

    /**
     * Holds back the updates of a row for some time.
     *
     * @param delay for how long, in the stream's time; null for until the buffer is full
     * @param buffer the buffer; null for one without bounds
     * @param <K> the type of the table's keys
     * @return the suppression
     * @throws ClassCastException if the buffer is an implementation of the user's own
     */
    static <K> Suppression<K> afterDelay(@Nullable Duration delay, @Nullable BufferConfig<?> buffer) {
        return new AfterDelay<>(null, delay == null ? Duration.ofMillis(Long.MAX_VALUE) : delay, limits(buffer));
    }

    private static BufferLimits<?> limits(@Nullable BufferConfig<?> buffer) {
        return (BufferLimits<?>) (buffer == null ? BufferConfig.unbounded() : buffer);
    }

    /**
     * Sends on the last update of a window, when the window's grace is over. Windows that were deleted are not sent on.
     *
     * @param name the name of the node; null for one from the counter
     * @param buffer where updates are held back
     * @param <K> the type of the table's keys
     */
    record FinalResults<K extends Windowed<?>>(@Nullable String name, BufferLimits<?> buffer)
            implements Suppression<K> {
        @Override
        public Suppressed<K> withName(String name) {
            return new FinalResults<>(name, buffer);
        }
    }

    /**
     * Sends on the newest update of a row, some time after the first that was held back.
     *
     * @param name the name of the node; null for one from the counter
     * @param delay for how long updates are held back, in the stream's time
     * @param buffer where updates are held back
     * @param <K> the type of the table's keys
     */
    record AfterDelay<K>(@Nullable String name, Duration delay, BufferLimits<?> buffer) implements Suppression<K> {
        @Override
        public Suppressed<K> withName(String name) {
            return new AfterDelay<>(name, delay, buffer);
        }
    }
}
