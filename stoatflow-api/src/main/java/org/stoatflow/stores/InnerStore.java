package org.stoatflow.stores;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.HeadersBytesStore;
import org.stoatflow.streams.state.StoreSupplier;
import org.stoatflow.streams.state.TimestampedBytesStore;
import org.stoatflow.streams.state.VersionedBytesStore;
import org.stoatflow.streams.state.VersionedBytesStoreSupplier;

/**
 * The inner store, which keeps a store's rows.
 *
 * @param persistent whether the rows survive the process; of a {@code customSupplier} not known, and false, until
 *     {@link #known}
 * @param timestamped whether the rows have room for a timestamp
 * @param headers whether the rows of a store of headers have room for them, and for a timestamp besides
 * @param customSupplier the user's own supplier; null for a built-in store
 */
public record InnerStore(
        boolean persistent,
        boolean timestamped,
        boolean headers,
        @Nullable StoreSupplier<?> customSupplier) {
    /**
     * A store that has room for headers if it is in memory, where rows are what they are.
     *
     * @param persistent whether the rows survive the process
     * @param timestamped whether the rows have room for a timestamp
     * @param customSupplier the user's own supplier; null for a built-in store
     */
    public InnerStore(boolean persistent, boolean timestamped, @Nullable StoreSupplier<?> customSupplier) {
        this(persistent, timestamped, !persistent, customSupplier);
    }

    /**
     * A store on disk with room for headers. Stores that have none use it as one without room for timestamps.
     *
     * @return the store, built in
     */
    public static InnerStore withHeaders() {
        return new InnerStore(true, false, true, null);
    }

    /**
     * The store that a supplier makes.
     *
     * @param supplier the supplier
     * @return the inner store; of a supplier of the user's, nothing but the supplier is known
     */
    public static InnerStore of(StoreSupplier<?> supplier) {
        return supplier instanceof BuiltInSupplier known ? known.inner() : new InnerStore(false, true, supplier);
    }

    /**
     * The same inner store, with what only a store of the user's supplier tells. The supplier is asked for one, which
     * is not opened.
     *
     * @return this where the store is built in
     * @throws IllegalStateException if the supplier gives none, or one that is not of its kind
     */
    public InnerStore known() {
        if (customSupplier == null) {
            return this;
        }
        UsersMaker maker = UsersMaker.of(customSupplier);
        StateStore sample = maker.make();
        if (customSupplier instanceof VersionedBytesStoreSupplier && !(sample instanceof VersionedBytesStore)) {
            throw new IllegalStateException(
                    maker + " gave a " + sample.getClass().getName()
                            + ": get() of a VersionedBytesStoreSupplier must make a VersionedBytesStore");
        }
        boolean inMemory = !sample.persistent();
        return new InnerStore(
                !inMemory,
                inMemory || sample instanceof TimestampedBytesStore,
                inMemory || sample instanceof HeadersBytesStore,
                customSupplier);
    }
}
