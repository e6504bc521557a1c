package org.stoatflow.state.suppress;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a buffer of records remembers of a virtual partition: which row is the first, and the sequence number that was
 * given last. What was changed since {@link #save} can be taken back. Thread: the lane's.
 */
final class BufferFront {
    /** Up to this timestamp, rows may have any sequence number; above it, all are known to this run. */
    private final long unknownUntilMs;

    private byte @Nullable [] first;
    private int sequence;
    private byte @Nullable [] savedFirst;
    private int savedSequence;

    BufferFront(byte @Nullable [] first, long unknownUntilMs) {
        this.first = first;
        this.unknownUntilMs = unknownUntilMs;
        save();
    }

    byte @Nullable [] first() {
        return first;
    }

    /** As in Kafka Streams, the numbers begin with 1, and behind the greatest one with 0. */
    int nextSequence() {
        sequence = sequence == Integer.MAX_VALUE ? 0 : sequence + 1;
        return sequence;
    }

    /** Whether a former run may have put a row of this timestamp. */
    boolean mayBeTaken(long timestamp) {
        return timestamp <= unknownUntilMs;
    }

    void added(byte[] key) {
        if (first == null || Arrays.compareUnsigned(key, first) < 0) {
            first = key;
        }
    }

    void first(byte @Nullable [] newFirst) {
        first = newFirst;
    }

    void save() {
        savedFirst = first;
        savedSequence = sequence;
    }

    void rollback() {
        first = savedFirst;
        sequence = savedSequence;
    }
}
