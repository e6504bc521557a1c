package org.stoatflow.streams.processor;

import java.io.IOException;

/** Called when a store that was registered with it is committed. */
@FunctionalInterface
public interface CommitCallback {
    /**
     * Writes what the store still has to write.
     *
     * @throws IOException if it cannot be written
     */
    void onCommit() throws IOException;
}
