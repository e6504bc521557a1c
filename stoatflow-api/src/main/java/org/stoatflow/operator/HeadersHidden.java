package org.stoatflow.operator;

import org.stoatflow.streams.processor.StateStore;

/** A store of values with headers, as the engine makes it, that operators use as one without. Called in the lane. */
public interface HeadersHidden {
    /**
     * Shows the store without headers. What is written through it has no headers but those that serializers write; a
     * deletion is logged with those of the record in process.
     *
     * @return a store of the same rows, to which listeners of the cache are given, too
     */
    StateStore withoutHeaders();
}
