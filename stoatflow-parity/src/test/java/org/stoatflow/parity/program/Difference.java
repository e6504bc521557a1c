package org.stoatflow.parity.program;

/** Why something is apart from Kafka Streams: the row of docs/COMPATIBILITY.md, or of a note it names, that says so. */
public enum Difference {
    CHANGELOG_RECORDS("number of records"),
    SCANNED_BY_KEY("the order of `all` and `fetchAll`, of windows that are forwarded when they close"),
    VERSIONS_AFTER_A_RESTART("older versions in a versioned store, after a restart"),
    WAITING_AFTER_A_RESTART("stream-table join with a grace period, after a restart"),
    WAITING_RESTORED("stream-table join with a grace period, restored"),
    VERSIONS_OF_A_USER("a versioned store of a user's supplier is restored"),
    NAMED_WRONGLY("serdes, handlers and extractors that are named wrongly"),
    NULL_TAKEN("null for the foreign key's `Function` of a join, for `emitStrategy`, or for"
            + " `StreamsBuilder.addGlobalStore`'s supplier"),
    MAPPED_ON_DISK("a store of `KTable.mapValues`, where `TopologyConfig` says which kind stores are"),
    SINK_BY_TYPE("a failure of a sink's serializer by type"),
    DROPPED_WITH_ITS_EPOCH("a test puts into a cached store, and the next record fails"),
    NEGATIVE_TIME("a row that is refused since its time is negative"),
    PUT_WITHOUT_A_TIME("a test puts a value without a timestamp into a store with timestamps"),
    DEAD_LETTER("dead letter of a processing error after a send of the same record"),
    CLOSED_DRIVER("a driver that was closed: records"),
    CLOSED_GLOBALS("processors of global stores, when the driver is closed"),
    CLOSED_STORE("a store of a `StoreBuilder` that is called, before `init` and after `close`");

    private final String row;

    Difference(String row) {
        this.row = row;
    }

    /** The first cell of the row. */
    public String row() {
        return row;
    }
}
