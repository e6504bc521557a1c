package org.stoatflow.races;

/** A proof has seen an outcome that a correct engine never reaches. The message describes the outcome. */
public final class ForbiddenOutcome extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public ForbiddenOutcome(String what) {
        super(what);
    }

    /** Throws if the outcome was seen. */
    public static void when(boolean seen, String what) {
        if (seen) {
            throw new ForbiddenOutcome(what);
        }
    }
}
