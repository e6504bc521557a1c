package org.stoatflow.stores;

/** A built-in store was asked for where only an engine makes them. */
final class OutsideOfEngineException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    OutsideOfEngineException(String message) {
        super(message);
    }
}
