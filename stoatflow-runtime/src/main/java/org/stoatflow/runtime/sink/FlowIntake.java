package org.stoatflow.runtime.sink;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.producer.Producer;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;

/**
 * Keeps what lanes hand over under at-least-once until a round of the committer takes it. Output is sent as it comes;
 * sealed writes wait.
 *
 * <p>Threads: any thread offers; all else is the committer's.
 */
final class FlowIntake {
    private final Producer<byte[], byte[]> producer;
    private final Runnable wake;
    private final Queue<LaneContribution> offered = new ConcurrentLinkedQueue<>();
    private SentRecords sending;
    private List<LaneContribution> sealed = new ArrayList<>();
    private long outputBytes;

    /**
     * The contributions that a round takes over.
     *
     * @param sentRecords all records sent for them, not acknowledged yet
     * @param sealed the sealed writes that the round applies at its end
     * @param last those of the sealed writes whose records are sent only when all others are acknowledged
     */
    record Taken(
            SentRecords sentRecords, List<LaneContribution> sealed, List<LaneContribution> last, long outputBytes) {}

    /** @param wake wakes the committer's thread */
    FlowIntake(Producer<byte[], byte[]> producer, Runnable wake) {
        this.producer = producer;
        this.wake = wake;
        this.sending = new SentRecords(false, wake);
    }

    /** Takes output, or sealed writes with their changelog records. Any thread. */
    void offer(LaneContribution contribution) {
        offered.add(contribution);
        wake();
    }

    /** Wakes the committer's thread. Any thread. */
    void wake() {
        wake.run();
    }

    /**
     * Sends the output that is there now, and not what comes meanwhile: otherwise busy lanes would keep rounds from
     * ever beginning.
     */
    boolean sendOffered() {
        int there = offered.size();
        for (int i = 0; i < there; i++) {
            LaneContribution next = Objects.requireNonNull(offered.poll());
            if (!next.changesState()) {
                sending.send(producer, next.outbox());
                outputBytes += next.bytes();
            } else {
                sealed.add(next);
            }
        }
        return there > 0;
    }

    boolean isEmpty() {
        return sealed.isEmpty() && outputBytes == 0;
    }

    /**
     * Takes the sealed writes that may be applied, now that all epochs up to this one are complete, with all that is
     * sent.
     */
    Taken take(long lastComplete) {
        List<LaneContribution> ready = takeSealed(lastComplete);
        List<LaneContribution> last = sendAllButTimeWork(ready);
        Taken taken = new Taken(sending, ready, last, outputBytes);
        sending = new SentRecords(false, wake);
        outputBytes = 0;
        taken.sentRecords().allSent();
        return taken;
    }

    /** Sends the contributions that had to wait until all others were acknowledged. */
    SentRecords sendLast(List<LaneContribution> last) {
        SentRecords closing = new SentRecords(false, wake);
        for (LaneContribution contribution : last) {
            closing.send(producer, contribution.outbox());
        }
        closing.allSent();
        return closing;
    }

    /** Sends more records, and makes those who wait for the records sent so far wait for these, too. */
    void sendAgain(SentRecords sentRecords, Outbox more) {
        sentRecords.send(producer, more);
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
                sending.send(producer, contribution.outbox());
            }
        }
        return last;
    }
}
