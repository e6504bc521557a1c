package org.stoatflow.streams;

import java.util.Locale;

/** How the members of a consumer group agree about their work. StoatFlow uses {@link #CLASSIC}. */
public enum GroupProtocol {
    /** The members assign. */
    CLASSIC("CLASSIC"),
    /** The brokers assign tasks. */
    STREAMS("STREAMS");

    /** A fixed name, which tools may rely on. */
    public final String name;

    GroupProtocol(String name) {
        this.name = name;
    }

    /**
     * Reads a protocol.
     *
     * @param name its name, in any case
     * @return the protocol
     * @throws IllegalArgumentException if there is none of this name
     */
    public static GroupProtocol of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
