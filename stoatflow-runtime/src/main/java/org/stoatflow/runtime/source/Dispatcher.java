package org.stoatflow.runtime.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.time.Clock;

/**
 * Polls raw bytes, hands them to lanes in batches and cuts epochs (docs/DESIGN.md, "One record's way"). {@link #step}
 * does one round. The dispatcher waits, in the poll, only while there is nothing that it could hand out.
 *
 * <p>Threads: one thread steps; any thread may {@link #wake}.
 */
public final class Dispatcher {
    private static final long NOT_EXHAUSTED = Long.MIN_VALUE;
    private static final long QUEUE_BYTES_MIN = 1 << 16;

    private final Settings settings;
    private final SourceConsumer source;
    private final SourceQueues queues;
    private final LaneBacklogs backlogs;
    private final HandOut handOut;
    private final Kernel kernel;
    private final Budget budget;
    private final Cadence cadence;
    private final Clock clock;
    private final SourceFigures figures;
    private final Signals signals;
    private boolean anyHandedOut;
    private boolean draining;
    private boolean heldBack;
    private long handedInEpoch;
    private int pausedCount;
    private final SourceGrowth growth = new SourceGrowth();
    private long exhaustedSinceNs = NOT_EXHAUSTED;
    private volatile long epochNumber;
    private volatile boolean cutRequested;
    private volatile ConsumerGroupMetadata groupMetadata;
    private Map<TopicPartition, SourcePosition> lastCut = Map.of();

    /**
     * @param isolated exactly-once: an epoch is cut only when the one before it is applied
     * @param queueRecordsMax records queued for a partition above which it is paused
     * @param handOutRecordsMax records handed out between two polls
     * @param openEpochsMax epochs cut and not applied; beyond it none is cut (at-least-once)
     * @param idleWaitNs longest wait in a poll
     * @param taskIdleNs how long records wait for those of another topic; negative for not at all
     * @param laneBacklogNs what waits in a lane may take so long, about; the longest time for no bound
     */
    public record Settings(
            boolean isolated,
            int queueRecordsMax,
            int handOutRecordsMax,
            int openEpochsMax,
            long idleWaitNs,
            long taskIdleNs,
            long laneBacklogNs) {}

    /**
     * What the dispatcher asks beside records, and whom it tells that it has polled.
     *
     * @param paused whether nothing is to be handed out for now, because the user says so
     * @param lost whether partitions were taken away; also asked right after a poll that has called listeners
     * @param onPolled called after each poll, once {@link #groupMetadata} is that of the poll
     */
    public record Signals(BooleanSupplier paused, BooleanSupplier lost, Runnable onPolled) {
        /** Never paused, no partitions taken away, nobody to tell. */
        public static final Signals NONE = new Signals(() -> false, () -> false, () -> {});
    }

    /**
     * @param consumer assigned, positioned and not paused
     * @param owned the assigned partitions
     * @param figures counts what is read and handed out
     */
    public Dispatcher(
            Settings settings,
            Kernel kernel,
            Consumer<byte[], byte[]> consumer,
            Collection<TopicPartition> owned,
            Budget budget,
            Cadence cadence,
            Clock clock,
            Signals signals,
            SourceFigures figures) {
        this.settings = settings;
        this.source = new SourceConsumer(consumer);
        this.figures = figures;
        this.queues = new SourceQueues(kernel.plan(), new IdleWait(this::mayHaveMore, settings.taskIdleNs()), figures);
        this.backlogs = new LaneBacklogs(
                kernel.plan(),
                lane -> kernel.lanes().get(lane).sourceRecordsDone(),
                settings.laneBacklogNs(),
                clock.nanos());
        this.handOut = new HandOut(kernel, backlogs);
        this.kernel = kernel;
        this.budget = budget;
        this.cadence = cadence;
        this.clock = clock;
        this.signals = signals;
        this.epochNumber = kernel.open().number();
        this.groupMetadata = consumer.groupMetadata();
        owned.forEach(queues::add);
    }

    /**
     * One round: poll, queue, hand out, cut.
     *
     * @return whether anything came in, went out or was cut
     */
    public boolean step() {
        long waitNs = waitNs();
        long polledNs = clock.nanos();
        ConsumerRecords<byte[], byte[]> polled = source.poll(waitNs);
        figures.onPoll(clock.nanos() - polledNs, polled.count());
        boolean lost = signals.lost().getAsBoolean();
        if (!lost) { // work of the former member must not be committed with the metadata of a later one
            groupMetadata = source.consumer().groupMetadata();
        }
        signals.onPolled().run();
        if (lost) {
            return false; // the run is over: the consumer answers no question about partitions that it has lost
        }
        queues.fill(polled);
        kernel.followComplete(this::learnGrowth);
        int handed = handOutTime() + handOutWhatFits();
        boolean cut = cutIfDue();
        pauseAndResume();
        return handed > 0 || cut || !polled.isEmpty();
    }

    /** Ends a poll that waits. Any thread. */
    public void wake() {
        source.wake();
    }

    /** Asks for a cut at the next occasion. Any thread. */
    public void requestCut() {
        cutRequested = true;
        wake();
    }

    /**
     * The group metadata that a commit must carry: that of the last poll before partitions were taken away. Any thread.
     */
    public ConsumerGroupMetadata groupMetadata() {
        return groupMetadata;
    }

    /** Hands out nothing more, and cuts the open epoch as soon as it may. The dispatcher's thread. */
    public void drain() {
        draining = true;
        cutRequested = true;
    }

    /** The logs have been cut below what was polled, and the consumer begins elsewhere. The dispatcher's thread. */
    public void onLogCut(Collection<TopicPartition> partitions) {
        queues.forgetPolled(partitions);
    }

    /** The epoch that is being filled. The dispatcher's thread. */
    public Epoch epoch() {
        return kernel.open();
    }

    /** Number of the epoch that is being filled. Any thread. */
    public long epochNumber() {
        return epochNumber;
    }

    /** Whether the open epoch holds anything. The dispatcher's thread. */
    public boolean isOpenEpochEmpty() {
        return !anyHandedOut;
    }

    /**
     * Asks the consumer how far it is behind each partition's end, as far as its last poll has told it. The
     * dispatcher's thread.
     */
    public void measureLag() {
        if (signals.lost().getAsBoolean()) {
            return;
        }
        for (PartitionQueue queue : queues.all()) {
            OptionalLong behind = source.consumer().currentLag(queue.partition());
            if (behind.isPresent()) {
                queue.figures().lag(behind.getAsLong() + queue.size());
            }
        }
    }

    /** Records polled and not handed out. The dispatcher's thread. */
    int queuedRecords() {
        return queues.records();
    }

    private long waitNs() {
        if (queues.records() > 0 && !heldBack && mayHandOut()) {
            return 0;
        }
        long idleNs = heldBack && backlogs.wasFull()
                ? Math.min(settings.idleWaitNs(), backlogs.waitNs())
                : settings.idleWaitNs();
        long waitNs = Math.min(idleNs, timeDueInNs());
        if (!anyHandedOut || !mayCut()) {
            return waitNs; // the committer wakes the dispatcher when it has applied an epoch
        }
        return Math.clamp(cadence.dueInNs(clock.nanos(), uncommittedBytes()), 0, waitNs);
    }

    /** At most the idle wait: a lane that schedules a punctuator meanwhile wakes nobody. */
    private long timeDueInNs() {
        long dueInMs = !mayHandOut() ? Long.MAX_VALUE : kernel.timeDueMs() - clock.millis();
        return TimeUnit.MILLISECONDS.toNanos(
                Math.clamp(dueInMs, 0, TimeUnit.NANOSECONDS.toMillis(settings.idleWaitNs())));
    }

    private boolean mayHandOut() {
        return isToHandOut() && !isWithoutRoom();
    }

    /** Whether handing out is wanted, room or not. */
    private boolean isToHandOut() {
        return !draining && !signals.paused().getAsBoolean();
    }

    private void learnGrowth(Epoch complete) {
        growth.learn(
                complete.memory().sourceBytes(),
                complete.contributedBytes(),
                complete.memory().hasTimeWork());
    }

    /** Called before records are handed out, so that lanes do what was due before these records came. */
    private int handOutTime() {
        if (!mayHandOut()) {
            return 0;
        }
        int handed = kernel.offerTime(clock.millis());
        if (handed > 0) {
            anyHandedOut = true;
        }
        return handed;
    }

    private int handOutWhatFits() {
        if (queues.records() == 0 || !isToHandOut() || isHeldBackByBudget()) {
            return 0;
        }
        long nowNs = clock.nanos();
        handOut.begin(nowNs);
        int handed = queues.drain(settings.handOutRecordsMax(), roomBytes(), nowNs, handOut);
        handOut.flush();
        heldBack = handed == 0;
        handedInEpoch += handed;
        if (handed > 0) {
            anyHandedOut = true;
        }
        return handed;
    }

    /**
     * Whether the budget has no room; measures for how long, too. To be asked only where there are records to hand out.
     */
    private boolean isHeldBackByBudget() {
        boolean exhausted = isWithoutRoom();
        if (exhausted && exhaustedSinceNs == NOT_EXHAUSTED) {
            exhaustedSinceNs = clock.nanos();
        } else if (exhaustedSinceNs != NOT_EXHAUSTED) {
            long nowNs = clock.nanos();
            figures.onHeldBack(nowNs - exhaustedSinceNs);
            exhaustedSinceNs = exhausted ? nowNs : NOT_EXHAUSTED;
        }
        return exhausted;
    }

    private boolean isWithoutRoom() {
        return budget.isExhausted()
                || settings.isolated()
                        && budget.isFull(
                                kernel.open(), growth.factor(), cadence.bound().bytes());
    }

    private long roomBytes() {
        long room = budget.roomBytes();
        return settings.isolated()
                ? Math.min(room, growth.inputFor(cadence.bound().bytes() - uncommittedBytes()))
                : room;
    }

    /**
     * What the open epoch holds. Older epochs do not count, since a cut frees nothing of them. Where epochs are
     * isolated, input that waits counts as what it will grow to.
     */
    private long uncommittedBytes() {
        return settings.isolated()
                ? kernel.open().memory().expected(growth.factor())
                : kernel.open().memory().kept();
    }

    private boolean mayHaveMore(TopicPartition partition) {
        OptionalLong lag = source.consumer().currentLag(partition);
        return lag.isEmpty() || lag.getAsLong() > 0;
    }

    private boolean mayCut() {
        if (settings.isolated()) {
            return kernel.open().previousOpen() == null;
        }
        return kernel.open().isWithin(settings.openEpochsMax());
    }

    private boolean cutIfDue() {
        long nowNs = clock.nanos();
        if (!anyHandedOut && !hasOnlyPassed(nowNs) || !mayCut()) {
            return false;
        }
        if (!cutRequested && cadence.dueInNs(nowNs, uncommittedBytes()) > 0) {
            return false;
        }
        cutRequested = false;
        cadence.onCut(nowNs);
        anyHandedOut = false;
        Map<TopicPartition, SourcePosition> positions = queues.positions();
        Map<TopicPartition, SourcePosition> moved = new HashMap<>(positions);
        moved.entrySet().removeIf(entry -> entry.getValue().equals(lastCut.get(entry.getKey())));
        lastCut = positions;
        kernel.open().figures().onCut(nowNs, handedInEpoch);
        handedInEpoch = 0;
        kernel.cut(Map.copyOf(moved));
        epochNumber = kernel.open().number();
        return true;
    }

    /**
     * Whether the sources have only passed aborted records or markers, and it is time to commit that. An offset that
     * stays before them shows a lag, and may be gone from the log one day.
     */
    private boolean hasOnlyPassed(long nowNs) {
        return !draining && queues.havePassed() && cadence.isOverdue(nowNs);
    }

    /**
     * Pauses each partition whose queue is over its limit: a number of records, and its share of the bytes that may be
     * in flight. Resumes it at half of that, so that the next poll brings more before the queue is empty.
     */
    private void pauseAndResume() {
        List<TopicPartition> pause = new ArrayList<>();
        List<TopicPartition> resume = new ArrayList<>();
        long bytesMax = Math.max(
                QUEUE_BYTES_MIN, budget.bytesMax() / Math.max(1, queues.all().size()));
        for (PartitionQueue queue : queues.all()) {
            if (!queue.isPaused() && queue.isOver(settings.queueRecordsMax(), bytesMax)) {
                queue.paused(true);
                pause.add(queue.partition());
            } else if (queue.isPaused() && !queue.isOver(settings.queueRecordsMax() / 2, bytesMax / 2)) {
                queue.paused(false);
                resume.add(queue.partition());
            }
        }
        pausedCount += pause.size() - resume.size();
        figures.pausedPartitions(pausedCount);
        if (!pause.isEmpty()) {
            source.consumer().pause(pause);
        }
        if (!resume.isEmpty()) {
            source.consumer().resume(resume);
        }
    }
}
