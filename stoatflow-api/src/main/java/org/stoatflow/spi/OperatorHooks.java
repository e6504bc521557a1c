package org.stoatflow.spi;

/** Implemented by the engine's processor contexts: what the DSL's operators tell the engine. Called in the lane. */
public interface OperatorHooks {
    /**
     * An operator drops the record that is being processed; it has logged the reason.
     *
     * @param reason why
     */
    void onDropped(DropReason reason);

    /** Why an operator drops a record. */
    enum DropReason {
        /** The record has no key, and the operator needs one. */
        NULL_KEY,
        /** The record has neither key nor value, or no value, and the operator needs one. */
        NULL_KEY_OR_VALUE
    }
}
