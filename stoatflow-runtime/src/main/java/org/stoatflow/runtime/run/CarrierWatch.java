package org.stoatflow.runtime.run;

import java.util.concurrent.atomic.AtomicBoolean;
import org.stoatflow.kernel.time.DoublingReminder;
import org.stoatflow.kernel.time.WatchedTime;

/**
 * Notices that virtual threads get no processor. Lanes share as many carriers as there are processors, with all virtual
 * threads of the process. A function that computes for long, or that blocks in native code, keeps its carrier, so a few
 * of them stop every lane; nothing fails then, and each lane that waits looks idle. Owner: the dispatcher's thread,
 * which is none of these.
 */
final class CarrierWatch {
    private static final long ASKED_EVERY_NS = 1_000_000_000L;

    /** How long a virtual thread may wait for its first step before somebody is told. */
    private static final long TOLD_AFTER_NS = 5_000_000_000L;

    private final EngineThreads threads;
    private final WatchedTime waiting = new WatchedTime();
    private final DoublingReminder reminder = new DoublingReminder(TOLD_AFTER_NS);

    /**
     * What the virtual thread sets that was started last. Shared. Written by: that thread. Read by: the dispatcher.
     * Safe: atomic flag, a new one for each question. Proof: CarrierWatchTest.
     */
    private AtomicBoolean answer = new AtomicBoolean(true);

    private boolean asked;
    private long askedNs;

    CarrierWatch(EngineThreads threads) {
        this.threads = threads;
    }

    /**
     * Looks, and asks again at times. To be called often.
     *
     * @return for how long virtual threads have had no processor, where it is time to say so; else 0
     */
    long look(long nowNs) {
        if (answer.get()) {
            if (!asked || nowNs - askedNs >= ASKED_EVERY_NS) {
                ask(nowNs);
            }
            return 0;
        }
        long waitedNs = waiting.look(nowNs);
        return reminder.isDue(waitedNs) ? waitedNs : 0;
    }

    private void ask(long nowNs) {
        AtomicBoolean next = new AtomicBoolean();
        asked = true;
        askedNs = nowNs;
        answer = next;
        reminder.begin();
        waiting.begin(nowNs);
        threads.virtual("carrier watch", () -> next.set(true)).start();
    }
}
