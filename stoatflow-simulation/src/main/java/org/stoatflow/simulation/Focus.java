package org.stoatflow.simulation;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which faults strike a seed: all, or only some, so that it shows what follows from these.
 *
 * @param kinds the kinds that strike; empty for all that the engine stands
 * @param outage an outage of all brokers in addition, after which no other fault strikes
 * @param call the one behaviour of a call that strikes, instead of any other fault
 */
record Focus(Set<FaultKind> kinds, Optional<ClientCall> call, Optional<LongOutage> outage) {
    static final Focus ALL = new Focus(Set.of(), Optional.empty(), Optional.empty());

    static Focus on(Set<FaultKind> kinds) {
        return new Focus(Set.copyOf(kinds), Optional.empty(), Optional.empty());
    }

    static Focus on(LongOutage outage) {
        return new Focus(Set.of(), Optional.empty(), Optional.of(outage));
    }

    /** What a row of the table of calls says. */
    static Focus on(ClientCall row) {
        return row.isOfCall() ? new Focus(Set.of(), Optional.of(row), Optional.empty()) : on(EnumSet.of(row.kind()));
    }

    boolean isOnAll() {
        return kinds.isEmpty() && call.isEmpty();
    }
}
