package org.stoatflow.runtime.group;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.AssignmentInfo;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.streams.errors.StreamsException;

/**
 * The time during which an application is not the owner. It logs once what the application waits for. It bounds how
 * long the application tries to join, and how long it accepts strangers or other settings in its group. Owner: the
 * thread that polls the consumer.
 */
public final class GroupWait {
    private static final Logger LOG = LoggerFactory.getLogger(GroupWait.class);

    /** The pause between attempts to join a group with strangers; the client logs an error for each attempt. */
    private static final long STRANGER_PAUSE_NS = TimeSpans.nanos(Duration.ofSeconds(5));

    /** For how long a close is not noticed in such a pause. */
    private static final Duration STEP = Duration.ofMillis(200);

    private final ApplicationSettings settings;
    private final Clock clock;
    private final Consumer<Duration> idle;
    private boolean toldWaiting;
    private boolean toldLate;
    private @Nullable String refusal;
    private long refusedUntilNs;
    private boolean pausing;
    private long triedAgainNs;
    private long joinDeadlineNs;

    /** @param idle waits for so long, without a poll */
    public GroupWait(ApplicationSettings settings, Clock clock, Consumer<Duration> idle) {
        this.settings = settings;
        this.clock = clock;
        this.idle = idle;
        begin();
    }

    /** Begins to wait anew. */
    void begin() {
        toldWaiting = false;
        toldLate = false;
        pausing = false;
        postpone();
    }

    /** Begins the time for joining anew. While the brokers are away, the caller does this again and again. */
    void postpone() {
        joinDeadlineNs = clock.nanos() + TimeSpans.nanos(settings.requestTimeout());
    }

    /** The group has no place for this instance yet. */
    void onNotJoined() {
        if (isLate()) {
            throw new NoAnswerException("Consumer group " + settings.applicationId() + " could not be joined within "
                    + settings.requestTimeout().toMillis() + " ms");
        }
    }

    /** What is said of a group with members that are no StoatFlow instances. */
    public static String strangers(String applicationId) {
        return "Consumer group " + applicationId + " has members that are not StoatFlow's, perhaps"
                + " Kafka Streams' own. Stop them first, or choose another application.id";
    }

    /**
     * The group has members that are no StoatFlow instances. The next attempt comes after a pause.
     *
     * @throws StreamsException if they have been there for too long
     */
    void onStrangers(InconsistentGroupProtocolException strangers) {
        endure(strangers(settings.applicationId()), strangers);
        triedAgainNs = Math.min(clock.nanos() + STRANGER_PAUSE_NS, refusedUntilNs + 1); // the last attempt is late
        pausing = true;
        postpone();
    }

    /** Whether it is not yet time for the next attempt to join; then it waits for a moment, without a poll. */
    boolean pauses() {
        pausing = pausing && clock.nanos() - triedAgainNs < 0;
        if (pausing) {
            idle.accept(STEP);
            postpone();
        }
        return pausing;
    }

    /**
     * The owner runs with other settings.
     *
     * @throws StreamsException if this has been so for too long
     */
    void onDisagreement(AssignmentInfo note, List<String> differences) {
        endure(
                "This instance cannot wait to take over application " + settings.applicationId()
                        + ", since its owner, instance " + note.owner() + ", has other settings: "
                        + String.join("; ", differences)
                        + ". Give both the same, stop the owner first, or choose another application.id",
                null);
    }

    /** What keeps this instance from joining. */
    Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    /** No other member keeps this instance from joining. */
    void onAgreement() {
        refusal = null;
    }

    /**
     * This instance is in the group, and does not have all partitions.
     *
     * @param owner the instance that has them; null where the group's leader has not named it
     */
    void onOtherOwner(@Nullable String owner) {
        if (!toldWaiting) {
            if (owner == null) {
                LOG.info("Consumer group {} has not given this instance all partitions yet", settings.applicationId());
            } else {
                LOG.info(
                        "Another instance of application {} owns the partitions ({}); waiting to take over",
                        settings.applicationId(),
                        owner);
            }
            toldWaiting = true;
        } else if (owner == null && !toldLate && isLate()) {
            LOG.warn(
                    "Consumer group {} has not given this instance all partitions within {} ms; waiting on",
                    settings.applicationId(),
                    settings.requestTimeout().toMillis());
            toldLate = true;
        }
    }

    private boolean isLate() {
        return clock.nanos() - joinDeadlineNs > 0;
    }

    /**
     * Goes on trying for a while, since the member that is in the way may be dead: then the group waits for its
     * session's end.
     */
    private void endure(String why, @Nullable Exception cause) {
        long nowNs = clock.nanos();
        if (refusal == null) {
            refusedUntilNs = nowNs + TimeSpans.nanos(settings.joinWait());
            LOG.warn(
                    "{}. Trying on for {} ms, in case their sessions end",
                    why,
                    settings.joinWait().toMillis());
            refusal = why;
        } else if (nowNs - refusedUntilNs > 0) {
            throw new StreamsException(
                    why + ". They were still there after " + settings.joinWait().toMillis() + " ms", cause);
        }
    }
}
