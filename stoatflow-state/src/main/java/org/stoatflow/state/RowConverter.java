package org.stoatflow.state;

import org.jspecify.annotations.Nullable;
import org.stoatflow.topology.StoreDescription;

/** Makes stored bytes of a changelog record, for restore: timestamped rows take the record's timestamp. Any thread. */
@FunctionalInterface
public interface RowConverter {
    /**
     * Converts a value.
     *
     * @param value the record's value, or null for a tombstone
     * @param timestamp the record's timestamp, in milliseconds since 1970
     * @return the bytes for {@link StateBatch#put}, or null for a tombstone
     */
    byte @Nullable [] stored(byte @Nullable [] value, long timestamp);

    /**
     * The converter that suits a store.
     *
     * @param store the store
     * @return its converter
     */
    static RowConverter of(final StoreDescription store) {
        final RowLayout layout = RowLayout.of(store);
        return (value, timestamp) -> value == null ? null : layout.stored(value, timestamp);
    }
}
