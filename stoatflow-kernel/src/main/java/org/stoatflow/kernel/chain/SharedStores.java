package org.stoatflow.kernel.chain;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;

/** The stores that all processors may read, whatever stores they are connected to. Safe for use by any thread. */
@FunctionalInterface
public interface SharedStores {
    /** There are none. */
    SharedStores NONE = name -> null;

    /**
     * Opens a store to be read. Writing to it is an error.
     *
     * @return a view of its own, for the thread that asks; null if there is none of that name
     */
    @Nullable
    StateStore open(String name);
}
