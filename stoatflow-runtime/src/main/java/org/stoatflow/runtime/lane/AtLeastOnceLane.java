package org.stoatflow.runtime.lane;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.stoatflow.runtime.epoch.Epoch;

/**
 * A lane that waits for no epoch: it runs batches as they come, hands its output over when a batch ends, and seals its
 * writes before its first batch of a later epoch, and when all work of an epoch that touched it is complete (DESIGN §6,
 * at-least-once).
 */
public final class AtLeastOnceLane extends Lane {
    /** Takes what a lane hands over outside of epochs. Called in the lane's thread. */
    @FunctionalInterface
    public interface Outlet {
        void offer(LaneContribution contribution);
    }

    private final Outlet outlet;
    private final Deque<Epoch> owing = new ArrayDeque<>();
    private long newest = -1;
    private long oldestUnsealed = Long.MAX_VALUE;

    AtLeastOnceLane(int index, Chain chain, LaneParts parts, Inbox inbox, int stalledMark, Outlet outlet) {
        super(index, chain, parts, inbox, stalledMark);
        this.outlet = outlet;
    }

    @Override
    public boolean step() {
        boolean left = leaveWhatIsComplete(); // between batches: a lane that is never idle must leave, too
        return runBatch() || left;
    }

    private boolean runBatch() {
        for (int entry = endEntry() - 1; entry >= firstEntry(); entry--) {
            Batch head = inbox().peekAny(entry);
            if (head != null && head.entry() == entry && !isStalled(entry, head.epoch())) {
                inbox().pollAny(entry);
                startEpochOf(head);
                process(head);
                return true;
            }
        }
        return false;
    }

    private void startEpochOf(Batch batch) {
        Epoch epoch = batch.epoch();
        if (epoch.number() > newest) {
            seal();
            newest = epoch.number();
        }
        if (!owing.contains(epoch)) {
            owing.add(epoch);
        }
        oldestUnsealed = Math.min(oldestUnsealed, epoch.number());
    }

    @Override
    void afterBatch() {
        if (!parts().outbox().isEmpty()) {
            outlet.offer(parts().takeOutput());
        }
    }

    /** No entry of the stage can bring more of a complete epoch, and this lane has no batch of it left. */
    private boolean leaveWhatIsComplete() {
        boolean worked = false;
        for (Iterator<Epoch> epochs = owing.iterator(); epochs.hasNext(); ) {
            Epoch epoch = epochs.next();
            if (stageComplete(epoch)) {
                if (oldestUnsealed <= epoch.number()) {
                    seal();
                }
                epochs.remove();
                epoch.leave();
                worked = true;
            }
        }
        return worked;
    }

    private void seal() {
        LaneContribution sealed = parts().seal();
        if (!sealed.isEmpty()) {
            outlet.offer(sealed);
        }
        oldestUnsealed = Long.MAX_VALUE;
    }
}
