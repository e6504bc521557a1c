package org.stoatflow.stores;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.StoreSupplier;

/**
 * What keeps a store's rows.
 *
 * @param persistent whether they survive the process; not known, and false, where there is a {@code customSupplier}
 * @param timestamped whether they have room for a timestamp
 * @param customSupplier the user's own supplier; null for a built-in store
 */
public record InnerStore(
        boolean persistent, boolean timestamped, @Nullable StoreSupplier<?> customSupplier) {
    /**
     * What a supplier makes.
     *
     * @param supplier the supplier
     * @return what it says, if it is built in
     */
    public static InnerStore of(StoreSupplier<?> supplier) {
        return supplier instanceof BuiltInSupplier known ? known.inner() : new InnerStore(false, true, supplier);
    }
}
