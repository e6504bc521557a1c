package org.stoatflow.kernel.epoch;

import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.races.Waiter;

/**
 * A lane and the committer free the bytes that fill the budget, while the dispatcher finds the budget exhausted. A
 * dispatcher that waits is woken.
 */
public final class BudgetProof implements Proof {
    @Override
    public void attempt() {
        Waiter dispatcher = new Waiter();
        Budget budget = new Budget(100, dispatcher::wake);
        budget.handOver(60);
        budget.retain(40);
        Together.run(
                () -> dispatcher.await(() -> !budget.isExhausted()),
                () -> budget.processed(60),
                () -> budget.release(40));
        ForbiddenOutcome.when(budget.bytes() != 0, budget.bytes() + " bytes are left");
    }
}
