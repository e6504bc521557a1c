package org.stoatflow.simulation;

/** A call of user code that may end by an {@link Error} or an exception, besides those of functions. */
enum Callback {
    STATE_LISTENER,
    RESTORE_LISTENER,
    PROCESSING_HANDLER,
    PRODUCTION_HANDLER,
    INIT,
    CLOSE,
    PUNCTUATOR,
    STORE_INIT,
    STORE_COMMIT,
    STORE_CLOSE;

    /** Whether programs of this kind make the call. */
    boolean isOf(SimulatedTopology program) {
        return switch (this) {
            case STATE_LISTENER, RESTORE_LISTENER -> true;
            case PROCESSING_HANDLER, PRODUCTION_HANDLER -> program.leavesOut();
            default -> program == SimulatedTopology.USERS_STORES;
        };
    }
}
