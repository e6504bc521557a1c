package org.stoatflow.kernel.epoch;

import java.util.Map;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** An epoch's counters, states, touched lanes and relief, on the hardware's own memory order. */
public final class EpochStress {
    private EpochStress() {}

    private static Epoch epoch(CountingEpochListener listener) {
        return Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 2, 1, listener);
    }

    /** A lane lowers while the dispatcher raises and cuts. */
    @JCStressTest
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "the batch that was raised keeps the entry open")
    @Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "complete with a batch outstanding: its records are lost")
    @State
    public static class LowerAgainstCut {
        private final Epoch epoch = epoch(new CountingEpochListener());

        public LowerAgainstCut() {
            epoch.touch(0);
            epoch.raise(0);
        }

        @Actor
        public void lane() {
            epoch.lower(0);
        }

        @Actor
        public void dispatcher() {
            epoch.raise(0);
            epoch.cut(Map.of());
        }

        @Arbiter
        public void look(Z_Result result) {
            result.r1 = epoch.isComplete(0);
        }
    }

    /** The last batch is lowered while the dispatcher cuts. */
    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the later of the two sees both")
    @Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "done and never complete: the run stands still")
    @State
    public static class LastLowerAgainstCut {
        private final Epoch epoch = epoch(new CountingEpochListener());

        public LastLowerAgainstCut() {
            epoch.touch(0);
            epoch.raise(0);
        }

        @Actor
        public void lane() {
            epoch.lower(0);
        }

        @Actor
        public void dispatcher() {
            epoch.cut(Map.of());
        }

        @Arbiter
        public void look(Z_Result result) {
            result.r1 = epoch.isComplete(0);
        }
    }

    /** The last lane leaves while the dispatcher cuts. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the later of the two announces")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "never announced: nothing is committed any more")
    @Outcome(expect = Expect.FORBIDDEN, desc = "announced twice: committed twice")
    @State
    public static class LeaveAgainstCut {
        private final CountingEpochListener listener = new CountingEpochListener();
        private final Epoch epoch = epoch(listener);

        public LeaveAgainstCut() {
            epoch.touch(0);
        }

        @Actor
        public void lane() {
            epoch.leave(0, 0);
        }

        @Actor
        public void dispatcher() {
            epoch.cut(Map.of());
        }

        @Arbiter
        public void look(I_Result result) {
            result.r1 = listener.complete();
        }
    }

    /** Two lanes leave an epoch that is cut. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the later of the two announces")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "never announced: nothing is committed any more")
    @Outcome(expect = Expect.FORBIDDEN, desc = "announced twice: committed twice")
    @State
    public static class LeaveTogether {
        private final CountingEpochListener listener = new CountingEpochListener();
        private final Epoch epoch = epoch(listener);

        public LeaveTogether() {
            epoch.touch(0);
            epoch.touch(1);
            epoch.cut(Map.of());
        }

        @Actor
        public void one() {
            epoch.leave(0, 0);
        }

        @Actor
        public void other() {
            epoch.leave(1, 0);
        }

        @Arbiter
        public void look(I_Result result) {
            result.r1 = listener.complete();
        }
    }

    /** The dispatcher touches a lane and cuts; the lane reads closed first and touched second. */
    @JCStressTest
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "not closed: the lane waits")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "not closed: the lane waits")
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "closed, and the lane knows that it is touched")
    @Outcome(
            id = "true, false",
            expect = Expect.FORBIDDEN,
            desc = "closed and not touched: the lane leaves a batch behind")
    @State
    public static class TouchedAgainstClosed {
        private final Epoch epoch = epoch(new CountingEpochListener());

        @Actor
        public void dispatcher() {
            epoch.touch(0);
            epoch.raise(0);
            epoch.cut(Map.of());
        }

        @Actor
        public void lane(ZZ_Result result) {
            result.r1 = epoch.isClosed(0);
            result.r2 = epoch.isTouched(0);
        }
    }

    /** Two threads touch one lane. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "owed once, so that the one leave completes it")
    @Outcome(expect = Expect.FORBIDDEN, desc = "owed twice or not at all: never complete, or too early")
    @State
    public static class TouchTwice {
        private final CountingEpochListener listener = new CountingEpochListener();
        private final Epoch epoch = epoch(listener);

        @Actor
        public void one() {
            epoch.touch(0);
        }

        @Actor
        public void other() {
            epoch.touch(0);
        }

        @Arbiter
        public void look(I_Result result) {
            epoch.cut(Map.of());
            int early = listener.complete();
            epoch.leave();
            result.r1 = listener.complete() - 2 * early;
        }
    }

    /** A lane asks for relief and looks again, while another lowers to the mark. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "waits, and is told")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "sees that there is room")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "sees that there is room, and is told nevertheless")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "waits, and nobody tells it")
    @State
    public static class Relief {
        private final CountingEpochListener listener = new CountingEpochListener();
        private final Epoch epoch = epoch(listener);

        public Relief() {
            epoch.raise(0);
            epoch.raise(0);
        }

        @Actor
        public void feeder(II_Result result) {
            epoch.awaitRelief(0, Long.MAX_VALUE);
            result.r1 = epoch.outstanding(0) >= 2 ? 1 : 0;
        }

        @Actor
        public void lowers() {
            epoch.lower(0);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = listener.relief();
        }
    }

    /** As {@link Relief}, for the load of all epochs, as lanes ask for it under at-least-once. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "waits, and is told")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "sees that there is room")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "sees that there is room, and is told nevertheless")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "waits, and nobody tells it")
    @State
    public static class LoadRelief {
        private final CountingEpochListener listener = new CountingEpochListener();
        private final Epoch epoch = epoch(listener);

        public LoadRelief() {
            epoch.raise(0);
            epoch.raise(0);
        }

        @Actor
        public void feeder(II_Result result) {
            epoch.ofAll().awaitRelief(0, Long.MAX_VALUE);
            result.r1 = epoch.ofAll().batches(0) >= 2 ? 1 : 0;
        }

        @Actor
        public void lowers() {
            epoch.lower(0);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = listener.relief();
        }
    }
}
