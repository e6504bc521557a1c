package org.stoatflow.tidy;

import java.util.List;

/**
 * A file of the repository.
 *
 * @param path relative to the repository, with slashes
 */
record TextFile(String path, String text) {
    private static final int NO_MODULE = -1;

    List<String> lines() {
        return text.lines().toList();
    }

    /** The module that the file belongs to; empty for files beside the modules. */
    String module() {
        int source = path.indexOf("/src/");
        return source == NO_MODULE ? "" : path.substring(0, source);
    }

    /** The folder that relative links of this file start from; empty or ending with a slash. */
    String folder() {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }
}
