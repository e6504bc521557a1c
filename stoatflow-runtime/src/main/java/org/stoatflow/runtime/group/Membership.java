package org.stoatflow.runtime.group;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.runtime.cluster.AssignmentExchange;
import org.stoatflow.runtime.cluster.AssignmentInfo;
import org.stoatflow.runtime.cluster.MemberSettings;
import org.stoatflow.runtime.cluster.Ownership;
import org.stoatflow.runtime.source.Revoked;
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
        /**
         * This instance is the owner, but the group knows other topics or partitions than were planned with. Those that
         * it does not know any more are {@link Membership#revoked}.
         */
        OTHER_TOPICS,
        /**
         * Partitions were taken back, and the group's leader has named no other owner: a topic is gone, or was made
         * anew. Nobody else has them, so what was processed of them may be committed.
         */
        REVOKED,
        /** Partitions may belong to another instance. */
        LOST
    }

    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final int NONE = -1;
    private static final Duration POLL = Duration.ofMillis(100);

    private final SourceConsumer source;
    private final Ownership ownership;
    private final AssignmentExchange notes;
    private final String name;
    private final GroupWait wait;
    private final RevokedTopics revokedTopics;
    private Set<TopicPartition> told = Set.of(); // of those revoked, the ones that the log has
    private int plannedWith = NONE;
    private int doubted = NONE;

    /**
     * @param name the {@code group.instance.id} of the consumer, which is subscribed with the ownership as its listener
     */
    public Membership(
            SourceConsumer source,
            Ownership ownership,
            AssignmentExchange notes,
            String name,
            GroupWait wait,
            RevokedTopics revokedTopics) {
        this.source = source;
        this.ownership = ownership;
        this.notes = notes;
        this.name = name;
        this.wait = wait;
        this.revokedTopics = revokedTopics;
    }

    /**
     * The settings of the member that is to have the partitions; empty until the group's leader has told. Any thread.
     */
    public Optional<MemberSettings> ownerSettings() {
        return notes.last().map(AssignmentInfo::settings);
    }

    /** The members that follow the owner's changelogs, as the group's leader has told last. Any thread. */
    public Collection<MemberSettings> standbys() {
        return notes.last().map(note -> note.standbys().values()).orElse(List.of());
    }

    /** Whether this member is to have the partitions, as the group's leader has told last. Any thread. */
    public boolean isChosen() {
        return notes.last().map(note -> note.owner().equals(name)).orElse(false);
    }

    /** What keeps this member from joining, such as members of another library. */
    public Optional<String> refusal() {
        return wait.refusal();
    }

    /** Whether this member has its place in the group, and another one with the same settings has the partitions. */
    public boolean waitsForOwner() {
        return ownership.isJoined()
                && notes.last()
                        .filter(note -> !note.owner().equals(name))
                        .filter(note ->
                                notes.own().differencesTo(note.settings()).isEmpty())
                        .isPresent();
    }

    /** Asks all members to end, this one too. No records come in any more. */
    public void askAllToEnd() {
        notes.endAll(name);
        source.consumer().pause(owned());
        source.consumer().enforceRebalance("the uncaught exception handler ends all instances");
    }

    /** Whether the group's leader has told all members to end. */
    public boolean isEndOfAll() {
        return askedToEndBy().isPresent();
    }

    private Optional<String> askedToEndBy() {
        return notes.last().flatMap(note -> note.settings().askedToEndBy());
    }

    /** A member that comes back may be given the note of before the end: only a later one is believed. */
    private void requireNoEndOfAll() {
        Optional<String> asking = askedToEndBy();
        if (asking.isPresent() && (notes.assignments() > 1 || isPresent())) {
            throw new EndOfAllException("A Kafka Streams client in this Kafka Streams application is requesting to"
                    + " shutdown the application. All instances of the application end, this one (" + name
                    + ") too, since the uncaught exception handler of instance " + asking.get()
                    + " has answered SHUTDOWN_APPLICATION. The log of that instance says why");
        }
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
     * The partitions that were taken back since all were ours, though this instance is to be the owner. Immutable, and
     * the same object until another one is taken back. The answer is right during a poll, too.
     */
    public Set<TopicPartition> revoked() {
        return ownership.revoked();
    }

    /** The same, and what has become of their topics. */
    public Revoked revokedTopics() {
        Set<TopicPartition> revoked = revoked();
        if (revoked.isEmpty()) {
            return Revoked.NONE;
        }
        revokedTopics.look(revoked);
        return new Revoked(revoked, revokedTopics.gone(), revokedTopics.undecided());
    }

    /**
     * Numbers of partitions by source topic, to plan with, as the group's leader knows them; empty if it sent us none.
     */
    public Optional<Map<String, Integer>> topics() {
        plannedWith = notes.assignments();
        return notes.last().filter(note -> note.owner().equals(name)).map(AssignmentInfo::topics);
    }

    /**
     * Whether partitions were lost, which no {@link #since} has told of yet, or another instance is to have them. The
     * answer is right during a poll, too, once the poll has called its listener.
     */
    public boolean hasLost() {
        return ownership.hasLost() || isAnotherNamed();
    }

    private boolean isAnotherNamed() {
        return notes.last()
                .map(note -> !note.owner().equals(name))
                .orElse(!revoked().isEmpty());
    }

    /** Polls in order to stay in the group. Assigned partitions are paused, so that no records come in. */
    public void poll() {
        poll(POLL);
    }

    /** The same, with another wait for the group's news. */
    public void poll(Duration wait) {
        if (source.poll(TimeSpans.nanos(wait)).count() > 0) {
            source.onKeptBack(); // nothing else has any while partitions are paused
            throw new IllegalStateException("records came in before the state was ready");
        }
    }

    /**
     * Polls in order to become the owner.
     *
     * @param planned numbers of partitions by source topic
     * @param wanted the partitions of these topics
     * @throws StreamsException if this instance cannot or must not join the group, or all are to end
     */
    public Standing join(Map<String, Integer> planned, Set<TopicPartition> wanted) {
        if (wait.pauses()) {
            return Standing.WAITING;
        }
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
        requireNoEndOfAll();
        AssignmentInfo note = notes.last().orElse(null);
        if (note != null && !note.owner().equals(name)) {
            notes.isOwner(false);
            requireAgreement(note);
            wait.onOtherOwner(note.owner());
            return Standing.WAITING;
        }
        wait.onAgreement();
        if (note != null && !note.topics().equals(planned) && notes.assignments() != plannedWith) {
            return isPresent() ? Standing.OTHER_TOPICS : Standing.WAITING;
        }
        if (ownership.ownsAll(wanted)) {
            ownership.settle();
            revokedTopics.look(revoked()); // none: a topic with the name of one that is gone is another one
            notes.isOwner(true);
            return Standing.OWNER;
        }
        if (revoked().isEmpty()) {
            wait.onOtherOwner(null);
        } // else the group is about to tell what it has instead
        return Standing.WAITING;
    }

    /**
     * How things stand, after the last {@link #join}, with the partitions that were ours. To be asked after each poll.
     *
     * @throws EndOfAllException if all instances are to end
     */
    public Standing since(Map<String, Integer> planned) {
        requireNoEndOfAll();
        if (ownership.takeLoss() || isAnotherNamed()) {
            return Standing.LOST;
        }
        tellRevoked(revoked());
        if (knowsOthers(planned)) {
            return Standing.OTHER_TOPICS;
        }
        return revoked().isEmpty() ? Standing.OWNER : Standing.REVOKED;
    }

    @SuppressWarnings("ReferenceEquality") // another object where there are more
    private void tellRevoked(Set<TopicPartition> revoked) {
        if (revoked == told) {
            return;
        }
        told = revoked;
        if (!revoked.isEmpty()) {
            LOG.info(
                    "Source topics {} were taken back from this instance ({}), which stays the owner: they are gone."
                            + " What was read of them is committed before it goes on without them",
                    revoked.stream().map(TopicPartition::topic).collect(Collectors.toCollection(TreeSet::new)),
                    name);
        }
    }

    /** Whether the group knows other topics or partitions than were planned with, as its leader has told last. */
    public boolean knowsOthers(Map<String, Integer> planned) {
        return notes.last().map(note -> !note.topics().equals(planned)).orElse(false);
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
