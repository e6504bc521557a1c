package org.stoatflow.state.rocks;

import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/** A reader is inside native memory while two threads close it. It is freed once, and under nobody. */
public final class NativeUseProof implements Proof {
    private volatile int freed;

    @Override
    public void attempt() {
        freed = 0;
        NativeUse use = new NativeUse();
        Together.run(
                () -> {
                    if (use.enterAlone()) {
                        ForbiddenOutcome.when(freed > 0, "native memory is freed under a reader");
                        free(use.leave());
                    }
                },
                () -> free(use.close()),
                () -> free(use.close()));
        ForbiddenOutcome.when(freed != 1, "native memory is freed " + freed + " times");
        ForbiddenOutcome.when(use.enter() || use.enterAlone(), "closed, and lets in");
    }

    private void free(boolean isOurs) {
        if (isOurs) {
            int before = freed;
            freed = before + 1;
        }
    }
}
