package org.stoatflow.runtime.sink;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.runtime.source.CommitRights;

/**
 * Adds source positions to a transaction. While the brokers do not know one of the partitions, the client asks again
 * and again, until {@code max.block.ms}; and as long as it asks, the transaction cannot be aborted. So the dispatcher
 * ends the call once it has heard that a partition is gone. It interrupts the committer inside this call, and nowhere
 * else.
 *
 * <p>Threads: the committer adds; any other thread looks and ends. All fields but {@code rights} and {@code group} are
 * guarded by this.
 */
final class OffsetsCall {
    private final Supplier<CommitRights> rights;
    private @Nullable ConsumerGroupMetadata group; // the committer's; none before the first call

    /**
     * Shared, with {@code partitions}, {@code number}, {@code again} and {@code ended}. Written by: committer, whoever
     * ends its call ({@code ended}). Read by: both. Safe: guarded by the call. The committer looks at
     * {@code SourcePoll.rights} once more when it is inside; who ends the call has published them before. Proof:
     * OffsetsCallTest.
     */
    private @Nullable Thread inside;

    private Set<TopicPartition> partitions = Set.of();
    private long number; // of calls that were made
    private boolean again;
    private boolean ended;

    /**
     * A call that goes on.
     *
     * @param number tells it from others of the same run
     * @param isAgain whether it is for an epoch that is sent again since a call for it was ended
     */
    record Going(long number, Set<TopicPartition> partitions, boolean isAgain) {}

    /** What has become of a call that has thrown nothing. */
    enum Outcome {
        /** The transaction has the positions. */
        ADDED,
        /** There was no position to add. */
        NONE,
        /** Nothing was added, since it is not known yet whether a partition is gone. */
        UNDECIDED,
        /** The call was ended, or a partition is gone. The producer still asks, and must not be used again. */
        ENDED
    }

    /** @param rights in whose name positions are committed; whoever changes them ends the call afterwards */
    OffsetsCall(Supplier<CommitRights> rights) {
        this.rights = rights;
    }

    /** The group metadata that a call would have now. */
    ConsumerGroupMetadata groupNow() {
        return rights.get().group();
    }

    /** The group metadata that the last call had. */
    ConsumerGroupMetadata group() {
        return Objects.requireNonNull(group);
    }

    /** @param isAgain whether a call for the epoch was ended before */
    Outcome add(Producer<byte[], byte[]> producer, Map<TopicPartition, SourcePosition> positions, boolean isAgain) {
        if (positions.isEmpty()) {
            return Outcome.NONE;
        }
        CommitRights known;
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        do { // whoever publishes after the second look finds this thread inside
            known = rights.get();
            offsets.clear();
            known.allowed(positions)
                    .forEach((partition, position) -> offsets.put(partition, OffsetMetadata.encode(position)));
            enter(offsets.keySet(), isAgain);
        } while (!isStill(known));
        group = known.group();
        try {
            if (!Collections.disjoint(known.undecided(), offsets.keySet())) {
                return Outcome.UNDECIDED;
            }
            if (offsets.isEmpty()) {
                return Outcome.NONE;
            }
            producer.sendOffsetsToTransaction(offsets, known.group());
            return Outcome.ADDED;
        } catch (InterruptException | TimeoutException failure) {
            if (isEnded() || !Collections.disjoint(rights.get().gone(), offsets.keySet())) {
                return Outcome.ENDED;
            }
            throw failure;
        } finally {
            leave();
        }
    }

    /** Whether the same positions may be committed as before. */
    private boolean isStill(CommitRights known) {
        CommitRights now = rights.get();
        return now.gone().equals(known.gone()) && now.logs().equals(known.logs());
    }

    private synchronized void enter(Set<TopicPartition> added, boolean isAgain) {
        inside = Thread.currentThread();
        partitions = Set.copyOf(added);
        number++;
        again = isAgain;
        takeBackInterrupt(); // it may have come between two looks, for a call that is not made
    }

    private synchronized boolean isEnded() {
        return ended;
    }

    private synchronized void leave() {
        inside = null;
        takeBackInterrupt(); // the call may have returned by itself
    }

    /** Called by the thread inside, under the lock. */
    private void takeBackInterrupt() {
        if (ended) {
            ended = false;
            Thread.interrupted(); // it was meant for the call
        }
    }

    /** The call that goes on; null if there is none. */
    synchronized @Nullable Going going() {
        return inside == null ? null : new Going(number, partitions, again);
    }

    /** Ends this call, if it still goes on. */
    synchronized void end(long of) {
        if (number == of) {
            end();
        }
    }

    /** Ends a call that adds positions of one of these partitions. */
    synchronized void end(Set<TopicPartition> gone) {
        if (!Collections.disjoint(partitions, gone)) {
            end();
        }
    }

    /** Ends a call that goes on. */
    synchronized void end() {
        if (inside != null) {
            ended = true;
            inside.interrupt();
        }
    }
}
