package org.stoatflow.kernel.batch;

import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.lane.NoOpEpochListener;

/**
 * A batch is added while the lane clears its wake flag and looks into its inbox. A batch that the lane does not find
 * wakes it again.
 */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "found, and woken once more for nothing")
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "found after the wake was taken")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "not found yet, and woken")
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "a batch lies there, and the lane sleeps")
@State
public class InboxStress {
    private final AtomicBoolean wake = new AtomicBoolean();
    private final Epoch epoch =
            Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, NoOpEpochListener.LISTENER);
    private final Inbox inbox = new Inbox(0, new int[] {0}, true, () -> wake.set(true));

    @Actor
    public void sender() {
        inbox.add(new HopBatch(epoch, 0, 0));
    }

    @Actor
    public void lane(ZZ_Result result) {
        wake.set(false);
        result.r1 = inbox.peek(0, epoch) != null;
    }

    @Arbiter
    public void look(ZZ_Result result) {
        result.r2 = wake.get();
    }
}
