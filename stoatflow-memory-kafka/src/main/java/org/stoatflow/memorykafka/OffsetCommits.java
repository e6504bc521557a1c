package org.stoatflow.memorykafka;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.jspecify.annotations.Nullable;

/** Commits offsets of a consumer to its group, and keeps the callbacks that are due. */
final class OffsetCommits {
    private final Broker broker;
    private final ConsumerOptions options;
    private final ArrayDeque<Runnable> callbacks = new ArrayDeque<>();

    OffsetCommits(Broker broker, ConsumerOptions options) {
        this.broker = broker;
        this.options = options;
    }

    /** Commits at once; who asked for it is called back later. */
    void send(
            Map<TopicPartition, OffsetAndMetadata> offsets,
            @Nullable GroupMembership membership,
            @Nullable OffsetCommitCallback callback) {
        Exception failure = commitNow(offsets, membership);
        if (callback != null) {
            callbacks.add(() -> callback.onComplete(offsets, failure));
        }
    }

    /** Why the commit failed, as its callback is told; null if it did not. Nothing is retried, as in Kafka. */
    private @Nullable Exception commitNow(
            Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable GroupMembership membership) {
        FaultEffect fault = broker.faults.take(options.clientId(), FaultPoint.COMMIT_OFFSETS);
        if (fault == FaultEffect.TIMEOUT_WITHOUT_EFFECT || !broker.network.isUp()) {
            return new RetriableCommitFailedException("the commit got no answer");
        }
        boolean isAll;
        try {
            isAll = commit(offsets, membership);
        } catch (CommitFailedException | FencedInstanceIdException failure) {
            return failure;
        }
        return !isAll || fault == FaultEffect.TIMEOUT_WITH_EFFECT
                ? new RetriableCommitFailedException("the commit got no answer")
                : null;
    }

    /** Runs the callbacks that are due. */
    void deliver() {
        while (!callbacks.isEmpty()) {
            callbacks.remove().run();
        }
    }

    /**
     * {@code OffsetCommitResponseHandler}: whoever is no longer a member must not commit. The offsets of a partition
     * that is not there are refused until the caller's time is over; those beside it are committed.
     *
     * @return whether all partitions are there
     */
    boolean commit(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable GroupMembership membership) {
        if (membership != null) {
            membership.requireMember();
        }
        ConsumerGroup group = broker.group(options.group().id());
        try {
            group.requireMemberForCommit(GroupMembership.metadata(options, membership));
        } catch (UnknownMemberIdException | IllegalGenerationException failure) {
            throw new CommitFailedException("Offset commit cannot be completed since the consumer is not part of an"
                    + " active group: " + failure.getMessage());
        }
        Map<TopicPartition, OffsetAndMetadata> there = new LinkedHashMap<>(offsets);
        there.keySet().removeIf(partition -> broker.findLog(partition) == null);
        group.offsets.commit(there);
        return there.size() == offsets.size();
    }
}
