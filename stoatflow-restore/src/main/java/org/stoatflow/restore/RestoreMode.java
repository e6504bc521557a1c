package org.stoatflow.restore;

import java.util.Locale;
import org.stoatflow.state.StateBatch;

/** How restored rows reach the disk. */
public enum RestoreMode {
    /** As files where they are many, else by write batches. */
    AUTO,
    /** By write batches, as committed rows. */
    WRITE_BATCH,
    /** As files of sorted rows, wherever the store allows it. */
    SST;

    /** Fewer bytes than this are not worth a file. */
    private static final long FILE_BYTES_MIN = 4 << 20;

    /**
     * The mode of a setting.
     *
     * @param setting {@code auto}, {@code write-batch} or {@code sst}
     */
    public static RestoreMode of(String setting) {
        return valueOf(setting.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    /** How rows of so many bytes are loaded. */
    StateBatch.Loading loading(long bytes) {
        boolean asFile = switch (this) {
            case AUTO -> bytes >= FILE_BYTES_MIN;
            case WRITE_BATCH -> false;
            case SST -> true;
        };
        return asFile ? StateBatch.Loading.AS_FILE : StateBatch.Loading.IN_PIECES;
    }
}
