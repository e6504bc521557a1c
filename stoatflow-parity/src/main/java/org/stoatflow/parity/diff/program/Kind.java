package org.stoatflow.parity.diff.program;

/** What a step makes, and so what others can make of it. */
public enum Kind {
    /** {@code KStream<String, Tally>}. */
    STREAM,
    /** {@code KTable<String, Tally>}. */
    TABLE,
    /** {@code KTable<Windowed<String>, Tally>}. */
    WINDOWS,
    /** A {@link #TABLE} that keeps what rows were before. */
    VERSIONED,
    /** {@code GlobalKTable<String, Tally>}. */
    GLOBAL;

    /** Whether this can be used where another kind is asked for. */
    public boolean is(Kind other) {
        return this == other || this == VERSIONED && other == TABLE;
    }
}
