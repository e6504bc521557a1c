package org.stoatflow.simulation.stores;

/**
 * A fault in the state: one method whose body is replaced. It does nothing, and answers null, false, 0 or an empty map,
 * or what a method of {@link Faults} answers.
 */
enum Fault {
    /** What a failed record has let a store observe is not taken back. */
    TIME_STAYS("org.stoatflow.state.segment.PartitionNumbers", "rollback", Kind.WINDOW),
    /** Windows and sessions are shown for a millisecond too long. */
    SHOWN_TOO_LONG("org.stoatflow.state.segment.Retention", "firstVisible", Kind.SESSION),
    /** On disk, a put is taken for a segment too long. */
    TAKEN_TOO_LONG("org.stoatflow.state.segment.Retention", "firstLive", Kind.DUPLICATES),
    /** What has expired never leaves. */
    NOTHING_LEAVES("org.stoatflow.state.segment.Expiry", "deleteExpired", Kind.TIMESTAMPED_WINDOW),
    /** Range deletes get lost between store and engine. */
    RANGES_STAY("org.stoatflow.state.overlay.StoreLayers", "deleteRange", Kind.HEADERS_WINDOW),
    /** Numbers of duplicates begin anew with each lane. */
    NUMBERS_BEGIN_ANEW("org.stoatflow.state.window.WindowSequences", "beginAt", Kind.DUPLICATES),
    /** In a restore, what expires does not leave. */
    RESTORED_STAYS("org.stoatflow.state.segment.SegmentRestorer", "expire", Kind.HEADERS_SESSION),
    /** Which entry was used last is not taken back. */
    USES_STAY("org.stoatflow.state.keyvalue.UseOrder", "rollback", Kind.RECENT),
    /** Reading an entry is no use of it. */
    READING_IS_NO_USE("org.stoatflow.state.keyvalue.UseOrder", "use", Kind.RECENT),
    /** Cached rows of a failed record stay. */
    CACHE_STAYS("org.stoatflow.state.cache.RowCache", "rollback", Kind.KEY_VALUE),
    /** Writes of a failed record stay. */
    WRITES_STAY("org.stoatflow.state.overlay.StoreLayers", "rollback", Kind.TIMESTAMPED),
    /** A drop keeps the writes of the open epoch and of sealed ones. */
    DROPPED_STAYS("org.stoatflow.state.overlay.StoreLayers", "drop", Kind.UNJOINED),
    /** What a failed record has changed of what waits is not taken back. */
    WAITING_STAYS("org.stoatflow.state.suppress.WaitingRows", "rollback", Kind.UPDATE_BUFFER),
    /** Which record goes next is not taken back. */
    FRONT_STAYS("org.stoatflow.state.suppress.BufferFront", "rollback", Kind.RECORD_BUFFER),
    /** A record that waits takes the place of one of before the lane. */
    NUMBERS_COLLIDE("org.stoatflow.state.suppress.BufferFront", "mayBeTaken", Kind.RECORD_BUFFER),
    /** Nothing is known of what a key was. */
    NO_PAST("org.stoatflow.state.versioned.HistoryReads", "at", Kind.VERSIONED),
    /** Nothing is restored. */
    VERSIONS_NOT_RESTORED("org.stoatflow.state.versioned.VersionRestorer", "restore", Kind.VERSIONED),
    /** Headers of deletions are lost. */
    DELETIONS_WITHOUT_HEADERS("org.stoatflow.state.overlay.OverlayExtras", "headersOfDeletions", Kind.HEADERS);

    private final String className;
    private final String method;
    private final Kind kind;

    Fault(String className, String method, Kind kind) {
        this.className = className;
        this.method = method;
        this.kind = kind;
    }

    String className() {
        return className;
    }

    String method() {
        return method;
    }

    /** A kind of stores that shows it. */
    Kind kind() {
        return kind;
    }
}
