package org.stoatflow.streams.kstream;

import java.time.Duration;
import java.util.Map;
import org.stoatflow.streams.kstream.internals.EagerBuffer;
import org.stoatflow.streams.kstream.internals.StrictBuffer;
import org.stoatflow.streams.kstream.internals.Suppression;

/**
 * Which updates of a table to hold back. Immutable. Users do not implement it.
 *
 * @param <K> the type of the table's keys
 */
public interface Suppressed<K> extends NamedOperation<Suppressed<K>> {
    /** A buffer that never gives up a row before its time: it has no bounds, or the application stops at them. */
    interface StrictBufferConfig extends BufferConfig<StrictBufferConfig> {}

    /** A buffer that sends its oldest rows on before their time when it is full. */
    interface EagerBufferConfig extends BufferConfig<EagerBufferConfig> {}

    /**
     * The buffer of updates that are held back: its bounds, what is done at them, and its changelog, which is on by
     * default. Bounds are for a partition. Immutable. Users do not implement it.
     *
     * @param <BC> the kind of buffer
     */
    interface BufferConfig<BC extends BufferConfig<BC>> {
        /**
         * A buffer of so many keys, which sends its oldest rows on before their time when it is full.
         *
         * @param recordLimit how many keys
         * @return the buffer
         */
        static EagerBufferConfig maxRecords(long recordLimit) {
            return new EagerBuffer(recordLimit, Long.MAX_VALUE, Map.of());
        }

        /**
         * With another bound of keys.
         *
         * @param recordLimit how many keys
         * @return a copy; a strict one has its changelog on
         */
        BC withMaxRecords(long recordLimit);

        /**
         * A buffer of so many bytes, which sends its oldest rows on before their time when it is full.
         *
         * @param byteLimit how many bytes the rows take, an estimate
         * @return the buffer
         */
        static EagerBufferConfig maxBytes(long byteLimit) {
            return new EagerBuffer(Long.MAX_VALUE, byteLimit, Map.of());
        }

        /**
         * With another bound of bytes.
         *
         * @param byteLimit how many bytes the rows take, an estimate
         * @return a copy; a strict one has its changelog on
         */
        BC withMaxBytes(long byteLimit);

        /**
         * A buffer without bounds. It takes what memory it needs.
         *
         * @return the buffer
         */
        static StrictBufferConfig unbounded() {
            return new StrictBuffer(Long.MAX_VALUE, Long.MAX_VALUE, Map.of());
        }

        /**
         * Without bounds.
         *
         * @return a copy, with its changelog on
         */
        StrictBufferConfig withNoBound();

        /**
         * Stops the application when the buffer is full.
         *
         * @return a copy, with its changelog on
         */
        StrictBufferConfig shutDownWhenFull();

        /**
         * Sends the oldest rows on before their time when the buffer is full.
         *
         * @return a copy, with its changelog on
         */
        EagerBufferConfig emitEarlyWhenFull();

        /**
         * Turns the changelog off: what is held back is lost when the application stops.
         *
         * @return a copy
         */
        BC withLoggingDisabled();

        /**
         * Turns the changelog on.
         *
         * @param config topic configuration that the changelog is created with
         * @return a copy
         */
        BC withLoggingEnabled(Map<String, String> config);
    }

    /**
     * Holds back all updates of a window but the last: it is sent on when the window's grace is over. Only for tables
     * of windows that end.
     *
     * @param bufferConfig the buffer; null for one without bounds
     * @return what to hold back
     */
    static Suppressed<Windowed<?>> untilWindowCloses(StrictBufferConfig bufferConfig) {
        return Suppression.finalResults(bufferConfig);
    }

    /**
     * Holds back the first update of a row, and what follows it, for some time, and then sends the newest on.
     *
     * @param timeToWaitForMoreEvents how long, in the stream's time; null for until the buffer is full
     * @param bufferConfig the buffer; null for one without bounds
     * @param <K> the type of the table's keys
     * @return what to hold back
     */
    static <K> Suppressed<K> untilTimeLimit(Duration timeToWaitForMoreEvents, BufferConfig<?> bufferConfig) {
        return Suppression.afterDelay(timeToWaitForMoreEvents, bufferConfig);
    }

    /**
     * Sets the name.
     *
     * @param name the name of the node, which starts that of its buffer; null for names from the counter
     * @return a copy
     */
    @Override
    Suppressed<K> withName(String name);
}
