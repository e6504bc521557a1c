package org.stoatflow.simulation;

import org.stoatflow.kernel.epoch.Epoch;

/** What a mutant gives instead of the open epoch. */
public final class LateEpoch {
    private LateEpoch() {}

    /** The epoch that is cut and not applied; the open one if there is none. */
    public static Epoch before(Epoch open) {
        Epoch cut = open.previousOpen();
        return cut == null ? open : cut;
    }
}
