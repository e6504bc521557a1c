package org.stoatflow.topology;

/**
 * What the planner may know of a processor.
 *
 * @param dsl the DSL built it from a supplier of its own; no user's processor runs in it, and it keeps no record object
 *     that it is given ({@link org.stoatflow.spi.OperatorHooks#forward})
 * @param changesKey it may forward a record with another key than it was given
 */
public record Traits(boolean dsl, boolean changesKey) {
    /** A user's processor, of which nothing is known. */
    public static final Traits USER = new Traits(false, true);

    /** A user's fixed-key processor. */
    public static final Traits USER_FIXED_KEY = new Traits(false, false);
}
