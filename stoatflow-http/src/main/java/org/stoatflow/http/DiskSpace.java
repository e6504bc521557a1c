package org.stoatflow.http;

import java.io.File;
import java.nio.file.Path;

/** The disk on which a folder is, or will be once somebody makes it. Any thread. */
final class DiskSpace {
    private final File folder;

    DiskSpace(Path folder) {
        this.folder = folder.toAbsolutePath().toFile();
    }

    long freeBytes() {
        return existing().getUsableSpace();
    }

    long sizeBytes() {
        return existing().getTotalSpace();
    }

    /** What does not exist has no space at all, which would look like a full disk. */
    private File existing() {
        File found = folder;
        File above = found.getParentFile();
        while (!found.exists() && above != null) {
            found = above;
            above = found.getParentFile();
        }
        return found;
    }
}
