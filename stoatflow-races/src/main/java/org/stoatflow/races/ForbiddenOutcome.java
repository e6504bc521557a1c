package org.stoatflow.races;

/** What can never be has been seen; the message says what. */
public final class ForbiddenOutcome extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public ForbiddenOutcome(String what) {
        super(what);
    }

    /** Throws if what can never be is so. */
    public static void when(boolean seen, String what) {
        if (seen) {
            throw new ForbiddenOutcome(what);
        }
    }
}
