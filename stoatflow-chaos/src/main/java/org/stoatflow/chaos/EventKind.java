package org.stoatflow.chaos;

/** What a record of the input does to the application. */
enum EventKind {
    /** Nothing special. */
    PLAIN('p'),
    /** Throws when it is processed for the first time; the application restarts in place. */
    FAILING('f'),
    /** Throws a retriable error a few times; the record is run again. */
    RETRIED('r'),
    /** Throws each time when it is processed before the first hop; the handler drops it there, with a dead letter. */
    DROPPED('d'),
    /** Cannot be deserialized; the handler drops it, with a dead letter. */
    UNREADABLE('u'),
    /** The broker refuses one of its outputs; the handler drops that output, with a dead letter. */
    LARGE('l'),
    /** Blocks for up to a second, once. */
    BLOCKING('b'),
    /** Blocks for longer than a transaction may be open, once. */
    LONG_BLOCKING('B'),
    /** Counts nowhere; its timestamp, far ahead, makes punctuators by stream time fire. */
    TICK('t');

    private final char code;

    EventKind(char code) {
        this.code = code;
    }

    char code() {
        return code;
    }

    static EventKind of(char code) {
        for (EventKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("there is no kind of record '" + code + "'");
    }

    /** Whether such a record reaches the aggregations. */
    boolean isCounted() {
        return this != DROPPED && this != UNREADABLE && this != TICK;
    }

    /** Whether such a record reaches the ledger. */
    boolean isBooked() {
        return this != UNREADABLE && this != TICK;
    }
}
