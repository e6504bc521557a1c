package org.stoatflow.runtime.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.sink.OffsetMetadata;
import org.stoatflow.runtime.sink.ResetMark;
import org.stoatflow.runtime.sink.UnfinishedResetException;
import org.stoatflow.runtime.source.CommitRights;
import org.stoatflow.runtime.source.LogCut;
import org.stoatflow.runtime.source.OffsetReset;
import org.stoatflow.runtime.source.SourceConsumer;

/**
 * Where runs begin in the source partitions, and, under at-least-once, which source offsets the consumer commits: they
 * follow the rounds of the committer. Each recovery makes one. Owner: the dispatcher's thread; {@link #leftUpTo} is
 * called by a step of the recovery beside it, for which it waits.
 */
public final class SourceOffsets {
    private final SourceConsumer source;
    private final Supplier<Set<TopicPartition>> gone;
    private final Duration requestTimeout;
    private final Clock clock;
    private final Map<TopicPartition, Optional<OffsetAndMetadata>> answer = new LinkedHashMap<>();
    private final Map<TopicPartition, SourcePosition> begins = new HashMap<>();
    private final Map<TopicPartition, SourcePosition> committed = new HashMap<>();
    private final Map<TopicPartition, SourcePosition> committing = new HashMap<>();
    private final Map<TopicPartition, Long> committedAtStart = new HashMap<>();
    private final Map<TopicPartition, Long> endsOfHops = new HashMap<>();
    private final CommitAnswers answers;

    /**
     * @param gone the partitions that are not ours any more, of which nothing is committed
     * @param requestTimeout bound of each request to the cluster
     */
    public SourceOffsets(
            SourceConsumer source, Supplier<Set<TopicPartition>> gone, Duration requestTimeout, Clock clock) {
        this.source = source;
        this.gone = gone;
        this.requestTimeout = requestTimeout;
        this.clock = clock;
        this.answers = new CommitAnswers(clock);
    }

    /** Reads the committed offsets of these partitions: one request. */
    public void readCommitted(Set<TopicPartition> owned) {
        Map<TopicPartition, OffsetAndMetadata> read = source.consumer().committed(owned, requestTimeout);
        requireNoReset(read);
        answer.clear();
        committedAtStart.clear();
        for (TopicPartition partition : owned) {
            OffsetAndMetadata position = read.get(partition);
            answer.put(partition, Optional.ofNullable(position));
            if (position != null) {
                committedAtStart.put(partition, position.offset());
            }
        }
    }

    /** Positions the consumer at the committed offsets that were read, and else where the policies say. */
    public void seekToCommitted(OffsetReset resetting) {
        source.forgetGone();
        source.forgetMadeAnew();
        List<TopicPartition> unset = new ArrayList<>();
        answer.forEach((partition, read) -> read.ifPresentOrElse(
                position -> source.consumer().seek(partition, position), () -> unset.add(partition)));
        resetting.reset(unset, "no committed offset");
    }

    /**
     * Remembers where the consumer is: until something is committed, a restart in place begins there. Where it was
     * positioned by a policy, the first question asks the brokers for all such partitions.
     */
    public void notePositions() {
        answer.forEach((partition, read) -> {
            if (read.isPresent()) {
                OffsetAndMetadata position = read.get();
                SourcePosition known = new SourcePosition(
                        position.offset(),
                        position.leaderEpoch(),
                        OffsetMetadata.partitionTime(position),
                        OffsetMetadata.closedMs(position));
                begins.put(partition, known);
                committed.put(partition, known);
            } else {
                begins.put(partition, SourcePosition.at(source.position(partition, requestTimeout), Optional.empty()));
            }
        });
        answer.clear();
    }

    private static void requireNoReset(Map<TopicPartition, OffsetAndMetadata> answer) {
        answer.forEach((partition, position) -> {
            if (ResetMark.isOn(position)) {
                throw new UnfinishedResetException(ResetMark.sentence(partition, position.offset()));
            }
        });
    }

    /** The offsets that were committed at the start. A partition without one is not in the map. */
    public Map<TopicPartition, Long> committedAtStart() {
        return Map.copyOf(committedAtStart);
    }

    /** Takes the ends that the partitions of hops' topics have: what is before them was left by an owner before. */
    public void leftUpTo(Map<TopicPartition, Long> ends) {
        endsOfHops.putAll(ends);
    }

    /**
     * The ends of the partitions of hops' topics in which records are left where a run begins; records of transactions
     * that are open or were aborted count too.
     */
    Map<TopicPartition, Long> left() {
        Map<TopicPartition, Long> left = new HashMap<>(endsOfHops);
        left.entrySet().removeIf(end -> {
            SourcePosition begin = begins.get(end.getKey());
            return begin == null || begin.offset() >= end.getValue();
        });
        return left;
    }

    /** Positions the consumer behind what a run has committed. The state already holds all of that. */
    void seekBehind(Map<TopicPartition, SourcePosition> positions) {
        source.forgetGone(); // found at other positions than these
        begins.putAll(positions);
        committed.putAll(positions);
        begins.forEach((partition, position) -> source.consumer()
                .seek(partition, new OffsetAndMetadata(position.offset(), position.leaderEpoch(), "")));
    }

    /**
     * The logs of these partitions were cut. Where the next run would begin may not be there any more. But what is
     * before the cut and was not committed has to come again, though the consumer was further on.
     */
    void onLogCut(Map<TopicPartition, LogCut> cuts) {
        cuts.forEach((partition, cut) -> endsOfHops.computeIfPresent(partition, (of, end) -> cut.upTo(end)));
        cuts.forEach((partition, cut) -> begins.computeIfPresent(partition, (of, before) -> cut.begin(before)));
    }

    /** The offsets where a run begins. */
    Map<TopicPartition, Long> begins() {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        begins.forEach((partition, position) -> offsets.put(partition, position.offset()));
        return offsets;
    }

    /** The committed positions where a run begins, of the partitions that have one. */
    Map<TopicPartition, SourcePosition> committed() {
        return committed;
    }

    /** The committed partition times where a run begins, -1 where unknown. */
    public Map<TopicPartition, Long> partitionTimes() {
        Map<TopicPartition, Long> times = new HashMap<>();
        begins.forEach((partition, position) -> times.put(partition, position.partitionTime()));
        return times;
    }

    /** The committed times up to which windows have closed and are forwarded, by store, where a run begins. */
    public Map<TopicPartition, Map<String, Long>> closedMs() {
        Map<TopicPartition, Map<String, Long>> times = new HashMap<>();
        begins.forEach((partition, position) -> times.put(partition, position.closedMs()));
        return times;
    }

    /** Forgets offsets that an abandoned run has not committed; their records are processed again. */
    void forget() {
        committing.clear();
        answers.forget();
    }

    /**
     * Sends a commit of the offsets that may be committed now, and does not wait for its answer. Where there are none,
     * the consumer would answer by itself, which proves nothing about who owns the partitions.
     */
    void commitLater(Run live) {
        boolean due = takeCommittable(live) || answers.areToBeSentAgain();
        Map<TopicPartition, OffsetAndMetadata> offsets = due ? offsets(live) : Map.of();
        answers.forget(); // all that is to be committed is sent now
        if (!offsets.isEmpty()) {
            answers.onSend();
            source.consumer().commitAsync(offsets, new SourceCommit(live, clock.millis(), answers));
        }
    }

    /** Commits the offsets that a run has left at its end, and waits for the answer. */
    void commitNow(Run last) {
        takeCommittable(last);
        Map<TopicPartition, OffsetAndMetadata> offsets = offsets(last);
        if (!offsets.isEmpty()) {
            SourceCommit.now(source.consumer(), offsets, requestTimeout);
        }
    }

    /** Whether the group has accepted all offsets that the run has left to commit. */
    boolean isSettled(Run of) {
        return answers.areSettled() && of.committable().isEmpty();
    }

    private boolean takeCommittable(Run of) {
        Map<TopicPartition, SourcePosition> positions = of.committable().take();
        if (positions != null) {
            committing.putAll(positions);
        }
        return positions != null;
    }

    private Map<TopicPartition, OffsetAndMetadata> offsets(Run of) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        CommitRights.without(gone.get(), of.dispatcher().rights().inPresentLogs(committing))
                .forEach((partition, position) -> offsets.put(partition, OffsetMetadata.encode(position)));
        return offsets;
    }
}
