package org.stoatflow.runtime.run;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.SourcePosition;

/**
 * The source positions that may be committed now, under at-least-once.
 *
 * <p>Threads: the committer offers, in order; the dispatcher's thread takes.
 */
final class Committable {
    /** Shared. Written by: committer. Read by: dispatcher. Safe: an atomic reference. Proof: SharedFieldsTest. */
    private final AtomicReference<@Nullable Map<TopicPartition, SourcePosition>> positions = new AtomicReference<>();

    private final Runnable wake;

    /** @param wake wakes the dispatcher's thread */
    Committable(Runnable wake) {
        this.wake = wake;
    }

    void offer(Map<TopicPartition, SourcePosition> later) {
        positions.getAndUpdate(earlier -> merged(earlier, later));
        wake.run();
    }

    /** Takes what has been offered since the last time; null if that is nothing. */
    @Nullable
    Map<TopicPartition, SourcePosition> take() {
        return positions.getAndSet(null);
    }

    boolean isEmpty() {
        return positions.get() == null;
    }

    private static Map<TopicPartition, SourcePosition> merged(
            @Nullable Map<TopicPartition, SourcePosition> earlier, Map<TopicPartition, SourcePosition> later) {
        if (earlier == null) {
            return later;
        }
        Map<TopicPartition, SourcePosition> all = new HashMap<>(earlier);
        all.putAll(later);
        return all;
    }
}
