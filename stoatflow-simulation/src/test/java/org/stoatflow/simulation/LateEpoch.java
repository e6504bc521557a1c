package org.stoatflow.simulation;

import org.stoatflow.kernel.epoch.Epoch;

/** The epoch that a mutant gives instead of the open epoch. */
public final class LateEpoch {
    private LateEpoch() {}

    /** The epoch that is cut and not applied, or the open epoch if there is none. */
    public static Epoch before(Epoch open) {
        Epoch cut = open.previousOpen();
        return cut == null ? open : cut;
    }
}
