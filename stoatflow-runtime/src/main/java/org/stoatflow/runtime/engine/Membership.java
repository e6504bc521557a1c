package org.stoatflow.runtime.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.GroupNote;
import org.stoatflow.runtime.cluster.GroupNotes;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.runtime.cluster.Ownership;
import org.stoatflow.streams.errors.StreamsException;

/**
 * The application's place in its consumer group: joins, waits while another instance owns the partitions, and tells
 * when they are ours, gone, or not those that were planned with. Owner: the thread that polls the consumer.
 *
 * <p>The group's leader tells with each assignment whom it is meant for and which partitions it knows ({@link
 * GroupNote}). An instance that comes back within its session is given its former assignment with its former note, so a
 * note that does not fit is asked for anew once. Where the leader tells nothing, the assignment alone decides.
 */
final class Membership {
    /** How things stand after a poll. */
    enum Standing {
        /** Not in the group yet, or partitions are not all here. */
        WAITING,
        /** All partitions that were planned with are ours. */
        OWNER,
        /** They are ours, but there are other topics or partitions than were planned with. */
        OTHER_TOPICS,
        /** Partitions were taken away. */
        LOST
    }

    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final int NONE = -1;
    private static final Duration POLL = Duration.ofMillis(100);

    /** Between attempts to join strangers, of each of which the client logs an error. */
    private static final Duration STRANGER_PAUSE = Duration.ofSeconds(1);

    private final Consumer<byte[], byte[]> consumer;
    private final Ownership ownership;
    private final GroupNotes notes;
    private final String name;
    private final EngineSettings settings;
    private final Environment environment;
    private final Clock clock;
    private int plannedWith = NONE;
    private int doubted = NONE;
    private boolean toldWaiting;
    private boolean toldLate;
    private boolean refused;
    private long refusedUntilNs;
    private long joinDeadlineNs;

    /**
     * @param name the {@code group.instance.id} of the consumer, which is subscribed with the ownership as its listener
     */
    Membership(
            Consumer<byte[], byte[]> consumer,
            Ownership ownership,
            GroupNotes notes,
            String name,
            EngineSettings settings,
            Environment environment) {
        this.consumer = consumer;
        this.ownership = ownership;
        this.notes = notes;
        this.name = name;
        this.settings = settings;
        this.environment = environment;
        this.clock = environment.clock();
        begin();
    }

    /** Waiting begins, anew. */
    void begin() {
        toldWaiting = false;
        toldLate = false;
        postpone();
    }

    /** The brokers are away; the time for joining begins when they are back. */
    void postpone() {
        joinDeadlineNs = clock.nanos() + settings.requestTimeout().toNanos();
    }

    Set<TopicPartition> owned() {
        return ownership.owned();
    }

    /**
     * Numbers of partitions by source topic, as the group's leader knows them, to plan with; empty if it told us none.
     */
    Optional<Map<String, Integer>> topics() {
        plannedWith = notes.assignments();
        return notes.last().filter(note -> note.owner().equals(name)).map(GroupNote::topics);
    }

    /** Whether partitions were taken away that nobody has asked about yet; also while a poll calls its listener. */
    boolean hasLost() {
        return ownership.hasLost();
    }

    /** Stays in the group. Whatever is assigned is paused, so that nothing comes in. */
    void poll() {
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
    Standing join(Map<String, Integer> planned, Set<TopicPartition> wanted) {
        try {
            poll();
        } catch (InconsistentGroupProtocolException stranger) {
            endure(
                    "Consumer group " + settings.applicationId() + " has members that are not StoatFlow's, perhaps"
                            + " Kafka Streams' own. Stop them first, or choose another application.id",
                    stranger);
            environment.idle(STRANGER_PAUSE);
            postpone();
            return Standing.WAITING;
        }
        if (!ownership.isJoined()) {
            if (clock.nanos() > joinDeadlineNs) {
                throw new NoAnswerException(
                        "Consumer group " + settings.applicationId() + " could not be joined within "
                                + settings.requestTimeout().toMillis() + " ms");
            }
            return Standing.WAITING;
        }
        GroupNote note = notes.last().orElse(null);
        if (note != null && !note.owner().equals(name)) {
            requireAgreement(note);
            tellWaiting(note.owner());
            return Standing.WAITING;
        }
        refused = false;
        if (note != null && !note.topics().equals(planned) && notes.assignments() != plannedWith) {
            return isPresent() ? Standing.OTHER_TOPICS : Standing.WAITING;
        }
        if (ownership.ownsAll(wanted)) {
            ownership.takeLoss();
            return Standing.OWNER;
        }
        tellWaiting(null);
        return Standing.WAITING;
    }

    /** How things stand with what was ours after the last {@link #join}; to be asked after each poll. */
    Standing since(Map<String, Integer> planned) {
        boolean lost = ownership.takeLoss();
        GroupNote note = notes.last().orElse(null);
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

    private void requireAgreement(GroupNote note) {
        List<String> differences = notes.own().differencesTo(note.settings());
        if (differences.isEmpty()) {
            refused = false;
        } else if (isPresent()) {
            endure(
                    "This instance cannot wait to take over application " + settings.applicationId()
                            + ", since its owner, instance " + note.owner() + ", has other settings: "
                            + String.join("; ", differences)
                            + ". Give both the same, stop the owner first, or choose another application.id",
                    null);
        }
    }

    /** Tries on for a while, since whoever is in the way may be dead: its session has to end first. */
    private void endure(String why, @Nullable Exception cause) {
        long nowNs = clock.nanos();
        if (!refused) {
            refused = true;
            refusedUntilNs = nowNs + settings.joinWait().toNanos();
            LOG.warn(
                    "{}. Trying on for {} ms, in case their sessions end",
                    why,
                    settings.joinWait().toMillis());
        } else if (nowNs > refusedUntilNs) {
            throw new StreamsException(
                    why + ". They were still there after " + settings.joinWait().toMillis() + " ms", cause);
        }
    }

    private void tellWaiting(@Nullable String owner) {
        if (!toldWaiting) {
            LOG.info(
                    "Another instance of application {} owns the partitions{}; waiting to take over",
                    settings.applicationId(),
                    owner == null ? "" : " (" + owner + ")");
            toldWaiting = true;
        } else if (owner == null && !toldLate && clock.nanos() > joinDeadlineNs) {
            LOG.warn(
                    "Consumer group {} has not given this instance all partitions within {} ms; waiting on",
                    settings.applicationId(),
                    settings.requestTimeout().toMillis());
            toldLate = true;
        }
    }
}
