package org.stoatflow.runtime.source;

import java.util.ArrayDeque;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.SourcePosition;

/**
 * How far a source partition is polled and handed out, by offsets. The two are told by different calls: the position
 * that is committed by the poll, the record that was handed out by the record itself. So that one may prove the other.
 * Owner: the dispatcher's thread.
 */
final class PartitionProgress {
    private static final long NOTHING = -1;

    private final long begin;
    private SourcePosition polled = SourcePosition.at(NOTHING, Optional.empty());
    private long came; // the offset of the last record that was polled; at first, of the last one before the begin
    private boolean hasCome;
    private boolean keepsBack; // whether the consumer's own position says nothing of the records that came
    private long handedOut = NOTHING; // the offset of the record that was handed out last
    private final ArrayDeque<Integer> ofLogsBefore = new ArrayDeque<>(); // how many of the next records, by log
    private int log; // number of the log of what is polled now

    /** @param begin where the run begins in the partition, which nobody needs to commit */
    PartitionProgress(long begin) {
        this.begin = begin;
        this.came = begin - 1;
    }

    /** Whether nobody knows yet that the consumer has come so far. */
    boolean isNews(long offset) {
        return !keepsBack && offset > (polled.offset() == NOTHING ? begin : polled.offset());
    }

    /** Whether a record was polled before, in this run or in one before. */
    boolean isBehind(long offset) {
        return offset <= came;
    }

    /**
     * Notes the first and the last new record of a poll. A wrapper of the consumer may keep records back for later
     * polls: then they come though the consumer's own position is behind them, and from now on only what came is
     * believed.
     *
     * @return whether this is the first sign that records are kept back
     */
    boolean onCame(long first, ConsumerRecord<byte[], byte[]> last) {
        came = last.offset();
        hasCome = true;
        boolean isSign = !keepsBack && first < polled.offset();
        if (isSign) {
            keepsBack = true;
        }
        if (keepsBack) {
            polled = SourcePosition.at(came + 1, last.leaderEpoch()).inLog(log);
        }
        return isSign;
    }

    /** Whether a record has come that is new. */
    boolean hasCome() {
        return hasCome;
    }

    /**
     * A record has come that a wrapper has kept since before the run.
     *
     * @return whether this is the first sign that records are kept back
     */
    boolean onKeptOver() {
        boolean isSign = !keepsBack;
        keepsBack = true;
        return isSign;
    }

    /** Whether a wrapper of the consumer is known to keep records back. */
    boolean keepsBack() {
        return keepsBack;
    }

    /**
     * Notes the offset at which the consumer goes on, which may be behind control records. Returns whether it is
     * further than before.
     */
    boolean polledUpTo(OffsetAndMetadata next) {
        if (keepsBack && next.offset() > came + 1) {
            return false;
        }
        boolean further = next.offset() > polled.offset();
        if (next.offset() >= polled.offset()) {
            polled = SourcePosition.at(next.offset(), next.leaderEpoch()).inLog(further ? log : polled.log());
        }
        return further;
    }

    /**
     * The log was cut, and the consumer goes on behind records that are queued.
     *
     * @param queued how many these are
     */
    void goOnAt(LogCut cut, int queued) {
        onLogChanged(queued);
        polled = SourcePosition.at(cut.goesOnAt(), cut.leaderEpoch()).inLog(log);
        came = cut.goesOnAt() - 1;
        hasCome = true;
        handedOut = NOTHING;
    }

    /**
     * What is polled from now on is of another log.
     *
     * @param queued how many records of former logs are queued
     */
    void onLogChanged(int queued) {
        ofLogsBefore.addLast(
                queued - ofLogsBefore.stream().mapToInt(Integer::intValue).sum());
        log++;
    }

    void onHandedOut(ConsumerRecord<byte[], byte[]> record) {
        if (logOfHead() < log) {
            ofLogsBefore.addFirst(ofLogsBefore.removeFirst() - 1);
        } else {
            handedOut = record.offset();
        }
    }

    /** The number of the log that the next record is of. */
    private int logOfHead() {
        while (!ofLogsBefore.isEmpty() && ofLogsBefore.getFirst() == 0) {
            ofLogsBefore.removeFirst();
        }
        return log - ofLogsBefore.size();
    }

    /**
     * Where the partition goes on after the records that were handed out, or null if nothing was ever polled.
     *
     * @param head the next record; null if none is queued
     */
    @Nullable
    SourcePosition position(@Nullable ConsumerRecord<byte[], byte[]> head) {
        if (head != null) {
            return SourcePosition.at(head.offset(), head.leaderEpoch()).inLog(logOfHead());
        }
        return polled.offset() < 0 ? null : polled;
    }

    /**
     * What is wrong with {@link #position}, if anything: to commit one that is not behind all that was handed out would
     * process records a second time. Only where a consumer gives an offset more than once, as one that an interceptor
     * has made two records of, the position may be at the record that was handed out last.
     *
     * @param head the next record; null if none is queued
     */
    Optional<String> fault(@Nullable ConsumerRecord<byte[], byte[]> head) {
        SourcePosition position = position(head);
        boolean isSound = handedOut == NOTHING
                || position != null && position.offset() > handedOut
                || head != null && head.offset() == handedOut;
        return isSound
                ? Optional.empty()
                : Optional.of("the record at offset " + handedOut + " is handed out, and the position is "
                        + (position == null ? "not known" : position.offset()));
    }
}
