package org.stoatflow.memorykafka;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A member of a group as the broker knows it. The member's consumer reads this object in {@code poll}, where a real
 * consumer would read the answers to its heartbeats.
 */
final class GroupMember {
    /** What the broker tells the member. */
    enum Standing {
        /** In the group. */
        MEMBER,
        /** Expired or gone: join again as a new member ({@code UNKNOWN_MEMBER_ID}). */
        REMOVED,
        /** Another member has taken its {@code group.instance.id} ({@code FENCED_INSTANCE_ID}). */
        FENCED
    }

    final String id;
    final ConsumerOptions options;
    List<String> topics;
    Set<TopicPartition> owned;
    Standing standing = Standing.MEMBER;
    boolean hasJoined;
    List<TopicPartition> assignment = List.of();
    /** What the group's leader tells with the assignment; null if nothing. */
    @Nullable
    ByteBuffer note;
    /** The generation whose assignment the member was given last. */
    int generation = -1;
    /** When its session ends; {@link Deadlines#NONE} while its process lives. */
    long sessionEndsMs = Deadlines.NONE;
    /** When it has not polled for too long. */
    long pollDueMs;

    GroupMember(String id, ConsumerOptions options, List<String> topics, Set<TopicPartition> owned) {
        this.id = id;
        this.options = options;
        this.topics = topics;
        this.owned = owned;
    }

    boolean isStatic() {
        return !options.group().instanceId().isEmpty();
    }

    long dueMs() {
        return Math.min(sessionEndsMs, pollDueMs);
    }

    @Override
    public String toString() {
        return id;
    }
}
