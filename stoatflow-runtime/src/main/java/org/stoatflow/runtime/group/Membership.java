package org.stoatflow.runtime.group;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.stoatflow.runtime.cluster.AssignmentExchange;
import org.stoatflow.runtime.cluster.AssignmentInfo;
import org.stoatflow.runtime.cluster.MemberSettings;
import org.stoatflow.runtime.cluster.Ownership;
import org.stoatflow.runtime.source.SourceConsumer;
import org.stoatflow.streams.errors.StreamsException;

/**
 * The application's place in its consumer group. It joins, waits while another instance owns the partitions, and tells
 * when the partitions are ours, when they are gone, and when they are others than the plan has. Owner: the thread that
 * polls the consumer.
 *
 * <p>With each assignment the group's leader sends a note: who is to be the owner, and which partitions the leader
 * knows ({@link AssignmentInfo}). An instance that comes back within its session gets its former assignment with the
 * former note. So where a note does not fit, this class asks the group once for a new one. Where the leader sends no
 * note, the assignment alone decides.
 */
public final class Membership {
    /** How things stand after a poll. */
    public enum Standing {
        /** This instance is not in the group yet, or does not have all partitions. */
        WAITING,
        /** All partitions that were planned with are ours. */
        OWNER,
        /** The partitions are ours, but the group knows other topics or partitions than were planned with. */
        OTHER_TOPICS,
        /** Partitions were taken away. */
        LOST
    }

    private static final int NONE = -1;
    private static final Duration POLL = Duration.ofMillis(100);

    private final SourceConsumer source;
    private final Ownership ownership;
    private final AssignmentExchange notes;
    private final String name;
    private final GroupWait wait;
    private int plannedWith = NONE;
    private int doubted = NONE;

    /**
     * @param name the {@code group.instance.id} of the consumer, which is subscribed with the ownership as its listener
     */
    public Membership(
            SourceConsumer source, Ownership ownership, AssignmentExchange notes, String name, GroupWait wait) {
        this.source = source;
        this.ownership = ownership;
        this.notes = notes;
        this.name = name;
        this.wait = wait;
    }

    /**
     * The settings of the member that is to have the partitions; empty until the group's leader has told. Any thread.
     */
    public Optional<MemberSettings> ownerSettings() {
        return notes.last().map(AssignmentInfo::settings);
    }

    /** Whether this member is to have the partitions, as the group's leader has told last. Any thread. */
    public boolean isChosen() {
        return notes.last().map(note -> note.owner().equals(name)).orElse(false);
    }

    /** Begins to wait anew. */
    public void begin() {
        wait.begin();
    }

    /** Begins the time for joining anew. While the brokers are away, the caller does this again and again. */
    public void postpone() {
        wait.postpone();
    }

    public Set<TopicPartition> owned() {
        return ownership.owned();
    }

    /**
     * Numbers of partitions by source topic, to plan with, as the group's leader knows them; empty if it sent us none.
     */
    public Optional<Map<String, Integer>> topics() {
        plannedWith = notes.assignments();
        return notes.last().filter(note -> note.owner().equals(name)).map(AssignmentInfo::topics);
    }

    /**
     * Whether partitions were taken away that no {@link #since} has told of yet. The answer is right during a poll,
     * too, once the poll has called its listener.
     */
    public boolean hasLost() {
        return ownership.hasLost();
    }

    /** Polls in order to stay in the group. Assigned partitions are paused, so that no records come in. */
    public void poll() {
        poll(POLL);
    }

    /** The same, with another wait for the group's news. */
    public void poll(Duration wait) {
        if (!source.poll(wait.toNanos()).isEmpty()) {
            throw new IllegalStateException("records came in before the state was ready");
        }
    }

    /**
     * Polls in order to become the owner.
     *
     * @param planned numbers of partitions by source topic
     * @param wanted the partitions of these topics
     * @throws StreamsException if this instance cannot or must not join the group
     */
    public Standing join(Map<String, Integer> planned, Set<TopicPartition> wanted) {
        try {
            poll();
        } catch (InconsistentGroupProtocolException strangers) {
            wait.onStrangers(strangers);
            return Standing.WAITING;
        }
        if (!ownership.isJoined()) {
            wait.onNotJoined();
            return Standing.WAITING;
        }
        AssignmentInfo note = notes.last().orElse(null);
        if (note != null && !note.owner().equals(name)) {
            requireAgreement(note);
            wait.onOtherOwner(note.owner());
            return Standing.WAITING;
        }
        wait.onAgreement();
        if (note != null && !note.topics().equals(planned) && notes.assignments() != plannedWith) {
            return isPresent() ? Standing.OTHER_TOPICS : Standing.WAITING;
        }
        if (ownership.ownsAll(wanted)) {
            ownership.takeLoss();
            return Standing.OWNER;
        }
        wait.onOtherOwner(null);
        return Standing.WAITING;
    }

    /**
     * How things stand, after the last {@link #join}, with the partitions that were ours. To be asked after each poll.
     */
    public Standing since(Map<String, Integer> planned) {
        boolean lost = ownership.takeLoss();
        AssignmentInfo note = notes.last().orElse(null);
        if (lost || note != null && !note.owner().equals(name)) {
            return Standing.LOST;
        }
        return note != null && !note.topics().equals(planned) ? Standing.OTHER_TOPICS : Standing.OWNER;
    }

    /**
     * Whether the last note was sent after this member came, and is not an older one that the group kept for it. Where
     * that is not certain, asks the group for a rebalance, which brings a new note.
     */
    private boolean isPresent() {
        if (doubted == NONE) {
            doubted = notes.assignments();
            source.consumer().enforceRebalance("the assignment does not fit what the member has found");
        }
        return notes.assignments() != doubted;
    }

    private void requireAgreement(AssignmentInfo note) {
        List<String> differences = notes.own().differencesTo(note.settings());
        if (differences.isEmpty()) {
            wait.onAgreement();
        } else if (isPresent()) {
            wait.onDisagreement(note, differences);
        }
    }
}
