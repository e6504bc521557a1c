package org.stoatflow.state.rocks;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.stoatflow.state.StateDiskException;

/**
 * Tells what a failure of RocksDB is. Of the reasons behind an I/O error RocksDB tells the system's text only, and it
 * calls a file that it could not look at, for whatever reason, corrupt. So texts decide here, and in doubt nothing
 * counts as damaged.
 */
final class RocksFailure {
    private static final List<String> NO_ROOM =
            List.of("No space left on device", "Disk quota exceeded", "Max allowed space was reached");
    private static final String MISSING = "No such file or directory";
    private static final String OF_THE_SYSTEM = "IO error";

    private RocksFailure() {}

    /** @param undone what the folder cannot be, such as "read" */
    static StateDiskException of(Path folder, String undone, RocksDBException failure) {
        StateDiskException.Kind kind = kind(failure);
        String message = switch (kind) {
            case FULL ->
                "The disk of " + folder + " is full: free space there and start the application again. What was"
                        + " committed is kept (" + failure.getMessage() + ")";
            case DAMAGED ->
                "State folder " + folder + " is damaged and cannot be " + undone + ": " + failure.getMessage()
                        + ". When it is opened again, stores that are sound are kept, and the others are"
                        + " restored from their changelogs";
            case FAILED ->
                "State folder " + folder + " cannot be " + undone + ": " + failure.getMessage()
                        + ". Look after the disk, the rights and the limits of the process, and start the"
                        + " application again";
        };
        return new StateDiskException(kind, message, failure);
    }

    static StateDiskException.Kind kind(RocksDBException failure) {
        String text = String.valueOf(failure.getMessage());
        Status.@Nullable Code code =
                failure.getStatus() == null ? null : failure.getStatus().getCode();
        if (isNoSpace(failure) || NO_ROOM.stream().anyMatch(text::contains)) {
            return StateDiskException.Kind.FULL;
        }
        boolean ofSystem = code == Status.Code.IOError || text.contains(OF_THE_SYSTEM);
        boolean damaged = ofSystem ? text.contains(MISSING) : code == Status.Code.Corruption;
        return damaged ? StateDiskException.Kind.DAMAGED : StateDiskException.Kind.FAILED;
    }

    private static boolean isNoSpace(RocksDBException failure) {
        return failure.getStatus() != null && failure.getStatus().getSubCode() == Status.SubCode.NoSpace;
    }
}
