package org.stoatflow.state;

import org.jspecify.annotations.Nullable;
import org.stoatflow.spi.Causes;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * The disk has failed the state: this is never the fault of a record, so no handler is asked and no record is run again
 * for it. The message names the folder and says what to do.
 */
public final class StateDiskException extends ProcessorStateException {
    private static final long serialVersionUID = 1L;

    /** What has happened. */
    public enum Kind {
        /** A file has other bytes than were written, or is gone. Opening the state again rebuilds what is lost. */
        DAMAGED,
        /** There is no room. What was committed before is as it was. */
        FULL,
        /** Anything else: no right, no file handle, a device that does not answer. Nothing may be taken for lost. */
        FAILED
    }

    private final Kind kind;

    /**
     * Makes the exception.
     *
     * @param kind what has happened
     * @param message where, and what to do
     * @param cause what RocksDB or the file system has said
     */
    public StateDiskException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /**
     * What has happened.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Throws on what no record is to blame for, whatever user code has made of it, so that no handler drops a record
     * for it.
     *
     * @param failure what user code has thrown
     * @throws StateDiskException if the disk's failure is behind it
     */
    public static void passOn(Exception failure) {
        StateDiskException disk = behind(failure);
        if (disk != null) {
            throw disk;
        }
    }

    /**
     * Finds the disk's failure behind another one, since user code may wrap what a store throws.
     *
     * @param failure the failure
     * @return the disk's, or null if it is another one
     */
    public static @Nullable StateDiskException behind(Throwable failure) {
        return Causes.find(failure, StateDiskException.class);
    }
}
