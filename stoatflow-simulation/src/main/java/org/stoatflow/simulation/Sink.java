package org.stoatflow.simulation;

import org.jspecify.annotations.Nullable;

/**
 * An output topic.
 *
 * @param store the store whose counts or rows the topic contains; null if it contains ids of input records
 */
record Sink(String topic, @Nullable String store, Content content) {
    /** The content of the topic. */
    enum Content {
        COUNTS,
        IDS,
        /** Counts that punctuators make, and not input. */
        TICKS,
        /** What comes when it is due, see {@link DueCheck}. */
        WINDOWS
    }

    Sink(String topic, @Nullable String store) {
        this(topic, store, store == null ? Content.IDS : Content.COUNTS);
    }

    static Sink ticks(String topic, String store) {
        return new Sink(topic, store, Content.TICKS);
    }

    static Sink windows(String topic) {
        return windows(topic, WindowCounting.STORE);
    }

    /** Windows whose rows are in a store until they close. */
    static Sink windows(String topic, String store) {
        return new Sink(topic, store, Content.WINDOWS);
    }
}
