package org.stoatflow.parity.program;

/** Why a program is apart from Kafka Streams: the row of docs/COMPATIBILITY.md that tells users of it. */
public enum Difference {
    CHANGELOG_RECORDS("number of records"),
    VERSIONS_AFTER_A_RESTART("older versions in a versioned store, after a restart with local state"),
    TIME_OF_WAITING_RECORDS("stream-table join with a grace period, after a restart"),
    RESTORED_VERSIONS("a versioned store of a user's supplier is restored"),
    NAMED_WRONGLY("serdes, handlers and extractors that the configuration names wrongly");

    private final String row;

    Difference(String row) {
        this.row = row;
    }

    /** The first cell of the row. */
    public String row() {
        return row;
    }
}
