package org.stoatflow.runtime.sink;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.plan.ChangelogOrder;

/**
 * Keeps what lanes hand over under at-least-once until a round of the committer takes it. Output is sent as it comes;
 * sealed writes wait.
 *
 * <p>Threads: any thread offers; all else is the committer's.
 */
final class FlowIntake {
    private final FlowSender sender;
    private final ChangelogOrder order;
    private final Runnable wake;
    private final OutputRoom room;
    private final Lingering lingering;

    /**
     * Shared. Written by: lanes. Read by: committer. Safe: concurrent queue. The committer reads which epochs are
     * complete before it empties the queue. Proof: FlowProof.
     */
    private final Queue<LaneContribution> offered = new ConcurrentLinkedQueue<>();

    private @Nullable Outbox begun; // the output that is being sent
    private SentRecords sending;
    private List<LaneContribution> sealed = new ArrayList<>();
    private long outputBytes;

    /**
     * The contributions that a round takes over.
     *
     * @param sentRecords all records sent for them, not acknowledged yet
     * @param sealed the sealed writes that the round applies at its end
     * @param last what is sent when all others are acknowledged, each only once that before it is
     */
    record Taken(SentRecords sentRecords, List<LaneContribution> sealed, List<Group> last, long outputBytes) {}

    /** Records that are sent together. */
    @FunctionalInterface
    interface Group {
        void sendTo(SentRecords closing);
    }

    /**
     * @param room for output that is not acknowledged
     * @param lingering what lingers of it in the producer
     * @param wake wakes the committer's thread
     */
    FlowIntake(FlowSender sender, ChangelogOrder order, OutputRoom room, Lingering lingering, Runnable wake) {
        this.sender = sender;
        this.order = order;
        this.room = room;
        this.lingering = lingering;
        this.wake = wake;
        this.sending = new SentRecords(false, wake);
    }

    /** Takes output, or sealed writes with their changelog records. Any thread. */
    void offer(LaneContribution contribution) {
        if (!contribution.changesState()) {
            room.add(contribution.bytes());
        }
        offered.add(contribution);
        wake();
    }

    /**
     * Waits while too much output is not acknowledged. A lane's thread, in the middle of its work.
     *
     * @param pause waits a moment; false to wait no longer
     */
    void awaitRoom(BooleanSupplier pause) {
        room.await(wake, pause);
    }

    /** Whether a lane waits for output to be acknowledged: then a round begins at once. */
    boolean isAwaited() {
        return room.isAwaited();
    }

    /** All that a round has sent is acknowledged. */
    void onAcknowledged(Taken round) {
        room.takeOff(round.outputBytes());
    }

    /** Wakes the committer's thread. Any thread. */
    void wake() {
        wake.run();
    }

    /** What is sent for the next round. */
    SentRecords sending() {
        return sending;
    }

    Lingering lingering() {
        return lingering;
    }

    /** Has what lingers sent now, until the end of the run. Any thread. */
    void hurry() {
        lingering.hurry();
        wake();
    }

    /** Has no other record sent, but what is left at the end. Any thread. */
    void stopSending() {
        sender.stop();
    }

    boolean isStopped() {
        return sender.isStopped();
    }

    /** Has failed sends resolved that were seen while nothing is being sent. */
    void resolve(SentRecords refused) {
        sender.resolve(refused);
    }

    /** Whether lanes have handed over anything that no step has looked at. */
    boolean hasOffered() {
        return !offered.isEmpty();
    }

    /**
     * Sends the output that is there now, and not what comes meanwhile: otherwise busy lanes would keep rounds from
     * ever beginning.
     */
    boolean sendOffered() {
        int there = offered.size();
        for (int i = 0; i < there && !sender.isStopped(); i++) {
            LaneContribution next = Objects.requireNonNull(offered.poll());
            if (!next.changesState()) {
                begun = next.outbox();
                if (sender.send(sending, next.outbox(), any -> true)) {
                    begun = null;
                }
                outputBytes += next.bytes();
            } else {
                sealed.add(next);
            }
        }
        return there > 0;
    }

    /** Sends the output that is left, after the end of the run, as far as that takes no time. */
    void sendRest() {
        long untilNs = sender.restUntilNs();
        SentRecords last = new SentRecords(false, () -> {});
        Outbox first = begun;
        if (first != null) {
            sender.sendRest(last, first, sender.next(), untilNs);
        }
        for (LaneContribution next = offered.poll(); next != null; next = offered.poll()) {
            if (!next.changesState()) {
                sender.sendRest(last, next.outbox(), 0, untilNs);
            }
        }
    }

    boolean isEmpty() {
        return sealed.isEmpty() && outputBytes == 0;
    }

    /**
     * Takes the sealed writes that may be applied, now that all epochs up to this one are complete, with all that is
     * sent.
     *
     * @param complete the epochs that have become complete; they hold the writes where epochs are isolated
     */
    Taken take(long lastComplete, List<Epoch> complete) {
        List<LaneContribution> ready = takeSealed(lastComplete);
        List<LaneContribution> timeWork = sendAllButTimeWork(ready);
        List<Group> last = new ArrayList<>(downstreamFirst(complete));
        if (!timeWork.isEmpty()) {
            last.add(closing ->
                    timeWork.forEach(contribution -> sender.send(closing, contribution.outbox(), any -> true)));
        }
        Taken taken = new Taken(sending, ready, last, outputBytes);
        sending = new SentRecords(false, wake);
        outputBytes = 0;
        taken.sentRecords().allSent();
        return taken;
    }

    /**
     * The changelog records of isolated epochs, in groups. A row that was taken back from another key is behind the
     * output, and behind that key's row: after a failure in between, the input comes again and finds the former row.
     */
    private List<Group> downstreamFirst(List<Epoch> complete) {
        NavigableMap<Integer, Group> groups = new TreeMap<>();
        for (Epoch epoch : complete) {
            for (LaneContribution contribution : LaneContribution.of(epoch)) {
                Outbox outbox = contribution.outbox();
                for (int i = 0; i < outbox.size(); i++) {
                    int place = place(outbox, i);
                    groups.computeIfAbsent(place, any -> closing -> sendPlace(complete, place, closing));
                }
            }
        }
        return List.copyOf(groups.values());
    }

    private void sendPlace(List<Epoch> complete, int place, SentRecords closing) {
        for (Epoch epoch : complete) {
            for (LaneContribution contribution : LaneContribution.of(epoch)) {
                Outbox outbox = contribution.outbox();
                sender.send(closing, outbox, index -> place(outbox, index) == place);
            }
        }
    }

    /** Output has no place of its own: it goes first. */
    private int place(Outbox outbox, int index) {
        ChangelogPartition changelog = outbox.changelog(index);
        return changelog == null ? Integer.MIN_VALUE : order.placeOf(changelog.topic());
    }

    /** Sends a group that had to wait until all others were acknowledged. */
    SentRecords sendLast(Group group) {
        SentRecords closing = new SentRecords(false, wake);
        group.sendTo(closing);
        closing.allSent();
        return closing;
    }

    /** Sends more records, and makes those who wait for the records sent so far wait for these, too. */
    void sendAgain(SentRecords sentRecords, Outbox more) {
        sender.send(sentRecords, more, any -> true);
    }

    /**
     * Takes the sealed writes that may be applied now that all epochs up to this one are complete. Writes of time work
     * wait for their epoch: after a crash time does not make the same rows due again, so they may be removed only
     * together with all that came of them. The order of each lane's writes is kept.
     */
    private List<LaneContribution> takeSealed(long lastComplete) {
        List<LaneContribution> taken = new ArrayList<>();
        List<LaneContribution> waiting = new ArrayList<>();
        Set<Integer> waitingLanes = new HashSet<>();
        for (LaneContribution contribution : sealed) {
            if (mustWait(contribution, lastComplete) || waitingLanes.contains(contribution.lane())) {
                waitingLanes.add(contribution.lane());
                waiting.add(contribution);
            } else {
                taken.add(contribution);
            }
        }
        sealed = waiting;
        return taken;
    }

    private static boolean mustWait(LaneContribution contribution, long lastComplete) {
        return contribution.timeEpoch() > lastComplete;
    }

    /**
     * Sends all seals but those with time work and later ones of the same lanes, and returns the ones not sent. The
     * changelog records of time work remove the rows that were due. They go out after the output: so after a failure
     * between the two, the output comes twice, and is never missing.
     */
    private List<LaneContribution> sendAllButTimeWork(List<LaneContribution> taken) {
        List<LaneContribution> last = new ArrayList<>();
        Set<Integer> lanes = new HashSet<>();
        for (LaneContribution contribution : taken) {
            if (contribution.timeEpoch() > 0 || lanes.contains(contribution.lane())) {
                lanes.add(contribution.lane());
                last.add(contribution);
            } else {
                sender.send(sending, contribution.outbox(), any -> true);
            }
        }
        return last;
    }
}
