package org.stoatflow.runtime.source;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochTooLargeException;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.PolledRecords;

/**
 * Polls raw bytes, hands them to lanes in batches and cuts epochs (docs/ARCHITECTURE.md, "One record's way"). {@link
 * #step} does one round. The dispatcher waits in the poll only, and only while it has nothing that it could hand out.
 *
 * <p>Threads: one thread steps; any thread may {@link #wake}.
 */
public final class Dispatcher {
    private final SourcePoll source;
    private final SourceQueues queues;
    private final EpochCapacity room;
    private final LaneFeed feed;
    private final CutDecision cuts;
    private final CutPositions positions = new CutPositions();
    private final QueuePauses pauses;
    private final Kernel kernel;
    private final Clock clock;

    /** Shared. Written by: dispatcher. Read by: metrics. Safe: volatile, one writer. Proof: SharedFieldsTest. */
    private volatile long epochNumber;

    /**
     * @param isolated whether epochs are isolated: one is cut only when the one before it is applied
     * @param queueRecordsMax how many records of a partition are queued before it is paused
     * @param routedRecordsMax how many records are handed out between two polls at most
     * @param openEpochsMax how many epochs may be cut and not applied; beyond it none is cut (at-least-once)
     * @param idleWaitNs longest wait in a poll
     * @param taskIdleNs how long records wait for those of another topic; negative for not at all
     * @param laneBacklogNs about how long a lane may take for the records that wait in it; the longest time for no
     *     bound
     */
    public record Settings(
            boolean isolated,
            int queueRecordsMax,
            int routedRecordsMax,
            int openEpochsMax,
            long idleWaitNs,
            long taskIdleNs,
            long laneBacklogNs) {}

    /**
     * Questions that the dispatcher asks, and the callback that hears of its polls.
     *
     * @param paused whether the user wants nothing to be handed out for now
     * @param lost whether partitions may be another instance's; also asked right after a poll that has called
     *     listeners
     * @param revoked the partitions that were taken back since the run began
     * @param onPolled called after each poll, once {@link #rights} are those of the poll
     */
    public record Signals(BooleanSupplier paused, BooleanSupplier lost, Supplier<Revoked> revoked, Runnable onPolled) {
        /** Never paused, no partitions taken away, and nobody hears of polls. */
        public static final Signals NONE = new Signals(() -> false, () -> false, () -> Revoked.NONE, () -> {});
    }

    /**
     * The partitions that the dispatcher reads.
     *
     * @param source assigned, positioned and not paused
     * @param begins the assigned partitions, with the offsets at which the run begins
     * @param left the ends of those in which an owner before has left records of a hop
     * @param learned what the dispatcher goes on with from the runs before
     */
    public record Sources(
            SourceConsumer source, Map<TopicPartition, Long> begins, Map<TopicPartition, Long> left, Learned learned) {}

    public Dispatcher(
            Settings settings,
            Kernel kernel,
            Sources sources,
            Budget budget,
            Cadence cadence,
            Clock clock,
            Signals signals) {
        this.kernel = kernel;
        this.clock = clock;
        this.source = new SourcePoll(sources, signals, clock);
        this.queues = new SourceQueues(
                kernel.plan(),
                new IdleWait(source::mayHaveMore, settings.taskIdleNs()),
                sources.learned().counters(),
                new LeftoverHold(kernel.plan(), sources.left()));
        sources.begins().forEach(queues::add);
        this.room = new EpochCapacity(settings.isolated(), kernel, budget, cadence.bound(), sources.learned());
        this.feed = new LaneFeed(settings, kernel, queues, room, signals.paused(), clock.nanos());
        this.cuts = new CutDecision(settings.isolated(), settings.openEpochsMax(), cadence);
        this.pauses = new QueuePauses(
                source.consumer(), queues, sources.learned().counters(), settings.queueRecordsMax(), budget.bytesMax());
        this.epochNumber = kernel.open().number();
        SourceConsumer consumer = sources.source();
        consumer.askWhetherAhead(() -> queues.areBehind(consumer.positions()::ifKnown));
    }

    /**
     * One round: poll, queue, hand out, cut.
     *
     * @return whether anything came in, went out or was cut
     */
    public boolean step() {
        Optional<PolledRecords> polled = source.poll(waitNs());
        if (polled.isEmpty()) {
            return false;
        }
        queues.revoke(source.revoked());
        queues.fill(polled.get());
        source.takePositions(queues);
        if (!polled.get().isEmpty() && queues.areKeptBack()) {
            source.onKeptBack();
        }
        queues.letGo(clock.nanos());
        kernel.followComplete(room::learn);
        int timeBatches = feed.feedTime(clock.millis());
        if (timeBatches > 0 && feed.isFullOfInits()) {
            cuts.request();
        }
        int records = cuts.mayHandOver() ? feed.feedRecords(clock.nanos(), cuts.records()) : 0;
        cuts.onHandedOut(timeBatches, records);
        boolean cut = cutIfDue();
        pauses.pauseAndResume();
        return timeBatches + records > 0 || cut || !polled.get().isEmpty();
    }

    /** Ends a poll that waits. Any thread. */
    public void wake() {
        source.wake();
    }

    /** Asks for a cut at the next occasion. Any thread. */
    public void requestCut() {
        cuts.request();
        wake();
    }

    /** In whose name positions may be committed: from the last poll before partitions were lost. Any thread. */
    public CommitRights rights() {
        return source.rights();
    }

    /**
     * Makes the dispatcher cut the open epoch as soon as it may, and hand out nothing more than what is queued of
     * partitions that were taken back: it cannot come again. It goes into epochs of its own, so that it delays nothing
     * that was handed out before. The dispatcher's thread.
     */
    public void drain() {
        feed.drain();
        cuts.drain();
    }

    /**
     * The consumer's offsets in these partitions are not in the logs any more. The dispatcher's thread.
     */
    public void onLogCut(Map<TopicPartition, LogCut> cuts) {
        queues.goOnAt(cuts);
        Map<TopicPartition, Optional<LogCut>> changes = new HashMap<>();
        cuts.forEach((partition, cut) -> changes.put(partition, Optional.of(cut)));
        source.onLogsChanged(changes);
        positions.onLogsChanged(cuts.keySet());
        this.cuts.onLogCut();
    }

    /**
     * Topics were made anew, and the consumer may not have found that out: what it has polled so far is of another log
     * than what comes. The dispatcher's thread.
     */
    public void madeAnew(Set<String> topics) {
        Map<TopicPartition, Optional<LogCut>> changes = new HashMap<>();
        for (PartitionQueue queue : queues.all()) {
            TopicPartition partition = queue.partition();
            if (topics.contains(partition.topic()) && !isChangeKnown(partition)) {
                queue.onLogChanged();
                changes.put(partition, Optional.empty());
            }
        }
        source.onLogsChanged(changes);
    }

    private boolean isChangeKnown(TopicPartition partition) {
        return source.rights().knowAnother(partition) || source.isBegunAnew(partition);
    }

    /** The epoch that is being filled. The dispatcher's thread. */
    public Epoch epoch() {
        return kernel.open();
    }

    /**
     * An epoch of this run was too large, and the run is over. The next runs give less to an epoch. The dispatcher's
     * thread.
     *
     * @return false if there is no less: a record or a punctuation is too large by itself
     */
    public boolean giveLessAfter(EpochTooLargeException tooLarge) {
        Epoch open = kernel.open();
        Epoch before = open.previousOpen();
        Epoch aborted = tooLarge.epoch() == open.number() || before == null ? open : before;
        long records = aborted == open ? cuts.records() : aborted.timings().records();
        if (records <= 1 || tooLarge.isOfOne() && tooLarge.isByTime()) {
            return false;
        }
        room.giveLess(aborted, tooLarge.isOfOne() ? 1 : records);
        return true;
    }

    /** Number of the epoch that is being filled. Any thread. */
    public long epochNumber() {
        return epochNumber;
    }

    /** Whether the open epoch holds nothing, and, while draining, gets nothing more. The dispatcher's thread. */
    public boolean isOpenEpochEmpty() {
        return !cuts.holdsWork() && !feed.hasMoreToDrain();
    }

    /**
     * Asks the consumer how far it is behind each partition's end, and where it stands; the consumer knows both from
     * its last poll. The dispatcher's thread.
     */
    public void measure() {
        source.measure(queues);
    }

    /** How many records are polled and not handed out. The dispatcher's thread. */
    int queuedRecords() {
        return queues.records();
    }

    private long waitNs() {
        long waitNs = cuts.mayHandOver() ? feed.waitNs(clock.millis()) : feed.idleWaitNs();
        return waitNs == 0 ? 0 : cuts.waitNs(waitNs, clock.nanos(), kernel.open(), room.uncommittedBytes());
    }

    private boolean cutIfDue() {
        long nowNs = clock.nanos();
        if (!cuts.isDue(nowNs, kernel.open(), room.uncommittedBytes(), queues.havePassed())) {
            return false;
        }
        Epoch open = kernel.open();
        queues.fault().ifPresent(what -> {
            throw open.brokenBy(what);
        });
        open.timings().onCut(nowNs, cuts.records());
        cuts.onCut(nowNs);
        kernel.cut(positions.cut(queues.positions()));
        epochNumber = kernel.open().number();
        return true;
    }
}
