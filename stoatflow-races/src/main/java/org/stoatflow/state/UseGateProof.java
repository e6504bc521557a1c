package org.stoatflow.state;

import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/** A reader enters while another thread closes the gate. A reader inside finds the guarded object until it leaves. */
public final class UseGateProof implements Proof {
    private volatile boolean freed;

    @Override
    public void attempt() {
        freed = false;
        UseGate gate = new UseGate("what is guarded");
        Together.run(
                () -> {
                    int ticket = gate.tryEnter();
                    if (ticket != UseGate.CLOSED) {
                        ForbiddenOutcome.when(freed, "native memory is freed under a reader");
                        gate.leave(ticket);
                    }
                },
                () -> {
                    gate.close();
                    freed = true;
                });
        ForbiddenOutcome.when(gate.tryEnter() != UseGate.CLOSED, "closed, and lets in");
    }
}
