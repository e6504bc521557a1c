package org.stoatflow.state;

/**
 * The layouts of rows that may be on a disk. The code of a layout is on disks for ever: a new layout takes the next
 * number, and no number is used again.
 */
public enum RowLayout {
    /** Key, plain value. */
    PLAIN(0),
    /** Key, timestamp ‖ plain value. */
    TIMESTAMPED(1),
    /** Segment ‖ key ‖ window start ‖ sequence number, plain value. */
    WINDOW(2),
    /** Segment ‖ key ‖ window start ‖ sequence number, timestamp ‖ plain value. */
    TIMESTAMPED_WINDOW(3),
    /** Segment ‖ key ‖ session end ‖ session start, plain value. */
    SESSION(4),
    /** Newest versions by key, older ones by key and time, and an index by segment; time ‖ presence ‖ plain value. */
    VERSIONED(8),
    /** Key, timestamp ‖ headers ({@link HeaderBytes}) ‖ plain value. */
    TIMESTAMPED_WITH_HEADERS(9),
    /** Segment ‖ key ‖ window start ‖ sequence number, timestamp ‖ headers ‖ plain value. */
    TIMESTAMPED_WINDOW_WITH_HEADERS(10),
    /** Segment ‖ key ‖ session end ‖ session start, headers ‖ plain value. */
    SESSION_WITH_HEADERS(11);

    private final byte code;

    RowLayout(int code) {
        this.code = (byte) code;
    }

    /**
     * How the layout is told on disk.
     *
     * @return the code
     */
    public byte code() {
        return code;
    }
}
