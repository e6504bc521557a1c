package org.stoatflow.state;

import java.util.Arrays;
import java.util.Optional;

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
    SESSION_WITH_HEADERS(11),
    /** Key, headers and timestamps of former values ‖ an update that waits. */
    UPDATE_WITH_HEADERS(12);

    private final byte code;

    private enum Changelog {
        OF_KEYS,
        OF_WINDOWS,
        OF_SESSIONS,
        OF_VERSIONS
    }

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

    /**
     * The layout that a code on disk tells.
     *
     * @param code the code
     * @return nothing where this version does not know it
     */
    public static Optional<RowLayout> of(byte code) {
        return Arrays.stream(values()).filter(layout -> layout.code == code).findFirst();
    }

    /**
     * Whether the changelog of a store with this layout can be read into rows of the other one.
     *
     * @param other the other layout
     * @return true where both are of one kind of store
     */
    public boolean hasChangelogOf(RowLayout other) {
        return changelog() == other.changelog();
    }

    private Changelog changelog() {
        return switch (this) {
            case PLAIN, TIMESTAMPED, TIMESTAMPED_WITH_HEADERS, UPDATE_WITH_HEADERS -> Changelog.OF_KEYS;
            case WINDOW, TIMESTAMPED_WINDOW, TIMESTAMPED_WINDOW_WITH_HEADERS -> Changelog.OF_WINDOWS;
            case SESSION, SESSION_WITH_HEADERS -> Changelog.OF_SESSIONS;
            case VERSIONED -> Changelog.OF_VERSIONS;
        };
    }
}
