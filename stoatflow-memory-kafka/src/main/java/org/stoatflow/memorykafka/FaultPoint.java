package org.stoatflow.memorykafka;

import java.util.Set;

/**
 * Where a fault can strike, and which effects make sense there.
 */
public enum FaultPoint {
    /** {@code Producer.send}: the fault travels with that one record. */
    SEND(
            FaultEffect.RECORD_TOO_LARGE,
            FaultEffect.RECORD_REFUSED,
            FaultEffect.TIMEOUT_WITHOUT_EFFECT,
            FaultEffect.TIMEOUT_WITH_EFFECT,
            FaultEffect.PRODUCER_FAILS,
            FaultEffect.CALLED_BACK_TWICE,
            FaultEffect.FENCE),
    /** {@code Producer.flush}, also the one inside a commit: strikes all records buffered then. */
    FLUSH(FaultEffect.TIMEOUT_WITHOUT_EFFECT, FaultEffect.TIMEOUT_WITH_EFFECT),
    INIT_TRANSACTIONS(FaultEffect.TIMEOUT_WITHOUT_EFFECT, FaultEffect.TIMEOUT_WITH_EFFECT),
    SEND_OFFSETS(FaultEffect.TIMEOUT_WITHOUT_EFFECT, FaultEffect.TIMEOUT_WITH_EFFECT, FaultEffect.FENCE),
    COMMIT_TRANSACTION(FaultEffect.TIMEOUT_WITHOUT_EFFECT, FaultEffect.TIMEOUT_WITH_EFFECT, FaultEffect.FENCE),
    ABORT_TRANSACTION(FaultEffect.TIMEOUT_WITHOUT_EFFECT, FaultEffect.TIMEOUT_WITH_EFFECT, FaultEffect.FENCE),
    /** The markers of a transaction that has ended; the client is named by its transactional id. */
    MARKERS(FaultEffect.SLOW),
    /** {@code Consumer.commitSync}. */
    COMMIT_OFFSETS(FaultEffect.TIMEOUT_WITHOUT_EFFECT, FaultEffect.TIMEOUT_WITH_EFFECT),
    /** {@code Consumer.committed}. */
    FETCH_COMMITTED(FaultEffect.TIMEOUT_WITHOUT_EFFECT),
    /** {@code beginningOffsets}, {@code endOffsets}, {@code offsetsForTimes}, and every call of the admin client. */
    LOOKUP(FaultEffect.TIMEOUT_WITHOUT_EFFECT),
    POLL(
            FaultEffect.SLOW,
            FaultEffect.REWIND,
            FaultEffect.LOSE_SESSION,
            FaultEffect.DROP_NEXT_OFFSETS,
            FaultEffect.LOSE_HEARTBEAT);

    @SuppressWarnings("ImmutableEnumChecker") // Set.of makes it immutable, which its type does not say.
    private final Set<FaultEffect> effects;

    FaultPoint(FaultEffect... effects) {
        this.effects = Set.of(effects);
    }

    boolean allows(FaultEffect effect) {
        return effects.contains(effect);
    }
}
