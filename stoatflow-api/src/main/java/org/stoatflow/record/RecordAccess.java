package org.stoatflow.record;

import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.Record;

/**
 * Lets the engine share the headers of a {@link Record}, which users cannot. Safe for use by any thread; the record
 * itself belongs to the caller's lane.
 */
public final class RecordAccess {
    /** Set once, by the class initializer of {@link Record}; read by any thread. */
    private static volatile @Nullable Internals internals;

    private RecordAccess() {}

    /** The calls that {@link Record} offers the engine. */
    public interface Internals {
        /**
         * See {@link RecordAccess#sharing}.
         *
         * @param key the key
         * @param value the value
         * @param timestamp the event time
         * @param headers the headers
         * @param <K> the type of the key
         * @param <V> the type of the value
         * @return a new record
         */
        <K, V> Record<K, V> sharing(@Nullable K key, @Nullable V value, long timestamp, CopyOnWriteHeaders headers);

        /**
         * See {@link RecordAccess#headersToShare}.
         *
         * @param record the record
         * @return shared headers
         */
        CopyOnWriteHeaders headersToShare(Record<?, ?> record);

        /**
         * See {@link RecordAccess#refill}.
         *
         * @param record the record
         * @param key the key
         * @param value the value
         * @param timestamp the event time
         * @param headers the headers
         * @param <K> the type of the key
         * @param <V> the type of the value
         */
        <K, V> void refill(
                Record<K, V> record, @Nullable K key, @Nullable V value, long timestamp, CopyOnWriteHeaders headers);

        /**
         * See {@link RecordAccess#twin}.
         *
         * @param record the record
         * @param <K> the type of the key
         * @param <V> the type of the value
         * @return a new record
         */
        <K, V> Record<K, V> twin(Record<K, V> record);

        /**
         * See {@link RecordAccess#free}.
         *
         * @param record the record
         * @param <K> the type of the key
         * @param <V> the type of the value
         * @return a new record
         */
        <K, V> Record<K, V> free(FixedKeyRecord<K, V> record);
    }

    /**
     * Makes a record over shared headers.
     *
     * @param key the key; may be null
     * @param value the value; may be null
     * @param timestamp the event time
     * @param headers the headers
     * @param <K> the type of the key
     * @param <V> the type of the value
     * @return a new record
     */
    public static <K, V> Record<K, V> sharing(
            @Nullable K key, @Nullable V value, long timestamp, CopyOnWriteHeaders headers) {
        return internals().sharing(key, value, timestamp, headers);
    }

    /**
     * The record's headers as they are now, for a derived record and for anything else that outlives the call.
     *
     * @param record the record
     * @return shared headers
     */
    public static CopyOnWriteHeaders headersToShare(Record<?, ?> record) {
        return internals().headersToShare(record);
    }

    /**
     * Fills a record that only the caller knows with new content, without a new object.
     *
     * @param record a record that no user's code has ever seen, and that nobody else holds any more
     * @param key the key; may be null
     * @param value the value; may be null
     * @param timestamp the event time
     * @param headers shared headers
     * @param <K> the type of the key
     * @param <V> the type of the value
     */
    public static <K, V> void refill(
            Record<K, V> record, @Nullable K key, @Nullable V value, long timestamp, CopyOnWriteHeaders headers) {
        internals().refill(record, key, value, timestamp, headers);
    }

    /**
     * Makes an equal record with the very same headers, for a callback that is shown a lent record. Headers that the
     * callback writes show in both records, as if there were one, and the callback may keep the new record.
     *
     * @param record the record
     * @param <K> the type of the key
     * @param <V> the type of the value
     * @return a new record
     */
    public static <K, V> Record<K, V> twin(Record<K, V> record) {
        return internals().twin(record);
    }

    /**
     * Makes a record whose key may change from a record whose key may not.
     *
     * @param record the record
     * @param <K> the type of the key
     * @param <V> the type of the value
     * @return a new record
     */
    public static <K, V> Record<K, V> free(FixedKeyRecord<K, V> record) {
        return internals().free(record);
    }

    /**
     * Called by the class initializer of {@link Record}, and by nobody else.
     *
     * @param newInternals the calls
     * @throws IllegalStateException if they are installed already
     */
    public static synchronized void install(Internals newInternals) {
        if (internals != null) {
            throw new IllegalStateException("Only Record installs its internals");
        }
        internals = newInternals;
    }

    private static Internals internals() {
        Internals known = internals;
        if (known == null) {
            try {
                MethodHandles.lookup().ensureInitialized(Record.class);
            } catch (IllegalAccessException impossible) {
                throw new IllegalStateException("Record is a public class", impossible);
            }
            known = internals;
        }
        if (known == null) {
            throw new IllegalStateException("Record has not installed its internals");
        }
        return known;
    }
}
