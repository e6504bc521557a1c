package org.stoatflow.streams;

import java.util.Locale;

/** What the stores of operators keep beside values. */
public enum DslStoreFormat {
    /** Nothing. */
    PLAIN("PLAIN"),
    /** The timestamp. */
    TIMESTAMPED("TIMESTAMPED"),
    /** Headers, and in key-value and window stores the timestamp. */
    HEADERS("HEADERS");

    /** A fixed name, which tools may rely on. */
    public final String name;

    DslStoreFormat(String name) {
        this.name = name;
    }

    /**
     * Reads a format.
     *
     * @param name its name, in any case
     * @return the format
     * @throws IllegalArgumentException if there is none of this name
     */
    public static DslStoreFormat of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
