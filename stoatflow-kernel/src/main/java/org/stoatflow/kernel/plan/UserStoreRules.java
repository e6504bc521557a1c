package org.stoatflow.kernel.plan;

import java.util.List;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.topology.StoreDeclaration;

/** What is planned, and what is refused, of stores that users have written (docs/design/035). */
public final class UserStoreRules {
    private UserStoreRules() {}

    /**
     * The store as it is run. Of a user's supplier, a store is asked for, which tells what its stores are.
     *
     * @throws PlanException if the engine cannot run the store
     */
    public static StoreDescription described(StoreDeclaration declared) {
        StoreDescription store = declared.description().orElseGet(() -> StoreDescription.own(declared.builder()));
        try {
            return store.known();
        } catch (IllegalStateException none) {
            throw new PlanException(String.valueOf(none.getMessage()));
        }
    }

    /** Each task has its own store, which only one lane can have. */
    static void requireByPartition(List<StorePlan> stores, AffinityRule.Decision decision) {
        for (StorePlan store : stores) {
            if (store.description().isWrittenAtOnce() && decision.affinity() == Affinity.KEY) {
                throw new PlanException("store " + store.name()
                        + " is the user's own and is written at once, so that its stage has to run by partition: "
                        + decision.reason());
            }
        }
    }
}
