package org.stoatflow.operator;

import org.stoatflow.topology.TimeDriven;

/**
 * Makes the operator of a side whose join holds back records until their window has closed. Both sides have one clock.
 */
final class WaitingJoin<K, V1, V2, VThis, VOther, VOut> extends StreamJoin<K, V1, V2, VThis, VOther, VOut>
        implements TimeDriven {
    private final UnjoinedStore<K, V1, V2> unjoined;

    WaitingJoin(Both<K, V1, V2, VOut> both, Side<K, VThis, VOther, VOut> side, UnjoinedStore<K, V1, V2> unjoined) {
        super(both, side);
        this.unjoined = unjoined;
    }

    @Override
    public String clockGroup(String node) {
        return unjoined.name();
    }
}
