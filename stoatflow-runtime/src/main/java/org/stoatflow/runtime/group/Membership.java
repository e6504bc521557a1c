package org.stoatflow.runtime.group;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.stoatflow.runtime.cluster.AssignmentExchange;
import org.stoatflow.runtime.cluster.AssignmentInfo;
import org.stoatflow.runtime.cluster.Ownership;
import org.stoatflow.streams.errors.StreamsException;

/**
 * The application's place in its consumer group: joins, waits while another instance owns the partitions, and tells
 * when they are ours, gone, or not those that were planned with. Owner: the thread that polls the consumer.
 *
 * <p>The group's leader tells with each assignment whom it is meant for and which partitions it knows ({@link
 * AssignmentInfo}). An instance that comes back within its session is given its former assignment with its former note,
 * so a note that does not fit is asked for anew once. Where the leader tells nothing, the assignment alone decides.
 */
public final class Membership {
    /** How things stand after a poll. */
    public enum Standing {
        /** Not in the group yet, or partitions are not all here. */
        WAITING,
        /** All partitions that were planned with are ours. */
        OWNER,
        /** They are ours, but there are other topics or partitions than were planned with. */
        OTHER_TOPICS,
        /** Partitions were taken away. */
        LOST
    }

    private static final int NONE = -1;
    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<byte[], byte[]> consumer;
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
            Consumer<byte[], byte[]> consumer,
            Ownership ownership,
            AssignmentExchange notes,
            String name,
            GroupWait wait) {
        this.consumer = consumer;
        this.ownership = ownership;
        this.notes = notes;
        this.name = name;
        this.wait = wait;
    }

    /** Waiting begins, anew. */
    public void begin() {
        wait.begin();
    }

    /** The brokers are away; the time for joining begins when they are back. */
    public void postpone() {
        wait.postpone();
    }

    public Set<TopicPartition> owned() {
        return ownership.owned();
    }

    /**
     * Numbers of partitions by source topic, as the group's leader knows them, to plan with; empty if it told us none.
     */
    public Optional<Map<String, Integer>> topics() {
        plannedWith = notes.assignments();
        return notes.last().filter(note -> note.owner().equals(name)).map(AssignmentInfo::topics);
    }

    /** Whether partitions were taken away that nobody has asked about yet; also while a poll calls its listener. */
    public boolean hasLost() {
        return ownership.hasLost();
    }

    /** Stays in the group. Whatever is assigned is paused, so that nothing comes in. */
    public void poll() {
        try {
            if (!consumer.poll(POLL).isEmpty()) {
                throw new IllegalStateException("records came in before the state was ready");
            }
        } catch (NoOffsetForPartitionException unset) {
            consumer.seekToBeginning(unset.partitions()); // where it really begins is decided in RECOVERING
        }
    }

    /**
     * Polls, to become the owner.
     *
     * @param planned numbers of partitions by source topic, and {@code wanted} the partitions themselves
     * @throws StreamsException if the group cannot be joined, or must not
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

    /** How things stand with what was ours after the last {@link #join}; to be asked after each poll. */
    public Standing since(Map<String, Integer> planned) {
        boolean lost = ownership.takeLoss();
        AssignmentInfo note = notes.last().orElse(null);
        if (lost || note != null && !note.owner().equals(name)) {
            return Standing.LOST;
        }
        return note != null && !note.topics().equals(planned) ? Standing.OTHER_TOPICS : Standing.OWNER;
    }

    /**
     * Whether the last note is of the group as it is, and not one kept from before this member came; has it told anew.
     */
    private boolean isPresent() {
        if (doubted == NONE) {
            doubted = notes.assignments();
            consumer.enforceRebalance("the assignment does not fit what the member has found");
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
