package org.stoatflow.memorykafka;

/**
 * What a fault does to the call it strikes.
 */
public enum FaultEffect {
    /** Nothing: the call goes as usual. */
    NONE,
    /** The client refuses the record before it buffers it; the callback runs inside {@code send}. */
    RECORD_TOO_LARGE,
    /** The broker refuses the record when it arrives. */
    RECORD_REFUSED,
    /** The request is lost: nothing happened on the broker, and the client gives up waiting. */
    TIMEOUT_WITHOUT_EFFECT,
    /** The answer is lost: it happened on the broker, and the client gives up waiting. */
    TIMEOUT_WITH_EFFECT,
    /** The broker refuses the record, and the producer with it: each later call throws, also that of a plain one. */
    PRODUCER_FAILS,
    /** The callback of the record runs twice. */
    CALLED_BACK_TWICE,
    /** The consumer tells nobody any more where to go on: what rebuilds its records forgets the next offsets. */
    DROP_NEXT_OFFSETS,
    /** The heartbeat thread has ended by an {@code Error}: the group expires the member, and the call throws. */
    LOSE_HEARTBEAT,
    /** Another instance has initialised the transactional id just before the call. */
    FENCE,
    /** The data comes later: markers are written after a delay, a poll returns nothing. */
    SLOW,
    /** The consumer forgets its positions and goes on from the committed offsets. */
    REWIND,
    /** The group has expired the member just before the call. */
    LOSE_SESSION
}
