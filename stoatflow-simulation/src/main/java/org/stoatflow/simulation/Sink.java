package org.stoatflow.simulation;

import org.jspecify.annotations.Nullable;

/**
 * An output topic.
 *
 * @param store the store whose counts or rows it has; null where it has ids of input records
 */
record Sink(String topic, @Nullable String store, Content content) {
    /** What is in it. */
    enum Content {
        COUNTS,
        IDS,
        /** Counts that come of time, and not of input. */
        TICKS,
        WINDOWS
    }

    Sink(String topic, @Nullable String store) {
        this(topic, store, store == null ? Content.IDS : Content.COUNTS);
    }

    static Sink ticks(String topic, String store) {
        return new Sink(topic, store, Content.TICKS);
    }

    static Sink windows(String topic) {
        return new Sink(topic, WindowCounting.STORE, Content.WINDOWS);
    }
}
