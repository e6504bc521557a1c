package org.stoatflow.kernel.epoch;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The dispatcher finds the budget exhausted while bytes are freed. The test has only two actors, since jcstress needs a
 * processor for each actor.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "finds room")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "finds room, and is woken nevertheless")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "waits, and is woken")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "waits, and nobody wakes it: nothing is handed out any more")
@State
public class BudgetStress {
    private final AtomicInteger woken = new AtomicInteger();
    private final Budget budget = new Budget(100, woken::incrementAndGet);

    public BudgetStress() {
        budget.handOver(60);
        budget.retain(40);
    }

    @Actor
    public void dispatcher(II_Result result) {
        result.r1 = budget.isExhausted() ? 1 : 0;
    }

    @Actor
    public void frees() {
        budget.processed(60);
        budget.release(40);
    }

    @Arbiter
    public void look(II_Result result) {
        result.r2 = woken.get();
    }
}
