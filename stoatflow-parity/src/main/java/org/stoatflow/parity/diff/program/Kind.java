package org.stoatflow.parity.diff.program;

/** What a step makes, and so what others can make of it. */
public enum Kind {
    /** {@code KStream<String, Tally>}. */
    STREAM,
    /** {@code KTable<String, Tally>}. */
    TABLE,
    /** {@code KTable<Windowed<String>, Tally>}. */
    WINDOWS
}
