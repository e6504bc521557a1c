package org.stoatflow.streams.kstream;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

/** Serdes of keys with windows. */
public class WindowedSerdes {
    /** For subclasses; there is nothing to override. */
    public WindowedSerdes() {}

    /**
     * Serde of keys in time windows.
     *
     * @param <T> the type of the key within
     */
    public static class TimeWindowedSerde<T> extends Serdes.WrapperSerde<Windowed<T>> {
        /** Creates a serde that has to be configured. */
        public TimeWindowedSerde() {
            super(new TimeWindowedSerializer<>(), new TimeWindowedDeserializer<>());
        }

        /**
         * Creates a serde.
         *
         * @param inner serde of the key within
         * @param windowSize how long a window is, in milliseconds
         */
        public TimeWindowedSerde(Serde<T> inner, long windowSize) {
            super(
                    new TimeWindowedSerializer<>(inner.serializer()),
                    new TimeWindowedDeserializer<>(inner.deserializer(), windowSize));
        }

        /**
         * Reads the changelog of a window store, whose keys have a sequence number behind the start of the window.
         * Writing stays as it is.
         *
         * @param isChangelogTopic whether a changelog is read
         * @return this
         */
        public TimeWindowedSerde<T> forChangelog(boolean isChangelogTopic) {
            ((TimeWindowedDeserializer<T>) deserializer()).setIsChangelogTopic(isChangelogTopic);
            return this;
        }
    }

    /**
     * Serde of keys in sessions.
     *
     * @param <T> the type of the key within
     */
    public static class SessionWindowedSerde<T> extends Serdes.WrapperSerde<Windowed<T>> {
        /** Creates a serde that has to be configured. */
        public SessionWindowedSerde() {
            super(new SessionWindowedSerializer<>(), new SessionWindowedDeserializer<>());
        }

        /**
         * Creates a serde.
         *
         * @param inner serde of the key within
         */
        public SessionWindowedSerde(Serde<T> inner) {
            super(
                    new SessionWindowedSerializer<>(inner.serializer()),
                    new SessionWindowedDeserializer<>(inner.deserializer()));
        }
    }

    /**
     * A serde of keys in time windows.
     *
     * @param type the type of the key within, one that {@link Serdes#serdeFrom(Class)} knows
     * @param windowSize how long a window is, in milliseconds
     * @param <T> the type of the key within
     * @return the serde
     * @throws IllegalArgumentException if there is no serde for the type
     */
    public static <T> Serde<Windowed<T>> timeWindowedSerdeFrom(Class<T> type, long windowSize) {
        return new TimeWindowedSerde<>(Serdes.serdeFrom(type), windowSize);
    }

    /**
     * A serde of keys in sessions.
     *
     * @param type the type of the key within, one that {@link Serdes#serdeFrom(Class)} knows
     * @param <T> the type of the key within
     * @return the serde
     * @throws IllegalArgumentException if there is no serde for the type
     */
    public static <T> Serde<Windowed<T>> sessionWindowedSerdeFrom(Class<T> type) {
        return new SessionWindowedSerde<>(Serdes.serdeFrom(type));
    }

    static void verifyInnerSerializerNotNull(Serializer<?> inner, Serializer<?> wrapper) {
        if (inner == null) {
            throw missing("serializer", "Serializer", wrapper);
        }
    }

    static void verifyInnerDeserializerNotNull(Deserializer<?> inner, Deserializer<?> wrapper) {
        if (inner == null) {
            throw missing("deserializer", "Deserializer", wrapper);
        }
    }

    private static NullPointerException missing(String kind, String type, Object wrapper) {
        return new NullPointerException("Inner " + kind + " is `null`. User code must use constructor `"
                + wrapper.getClass().getSimpleName() + "(final " + type
                + "<T> inner)` instead of the no-arg constructor.");
    }
}
