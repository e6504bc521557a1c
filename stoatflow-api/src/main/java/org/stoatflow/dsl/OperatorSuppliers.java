package org.stoatflow.dsl;

import org.stoatflow.streams.state.HeadersBytesStoreSupplier;
import org.stoatflow.streams.state.StoreSupplier;

/** The suppliers that operators can use for their stores. */
final class OperatorSuppliers {
    private OperatorSuppliers() {}

    /**
     * Refuses what operators cannot use yet.
     *
     * @param supplier the user's supplier
     * @return the same
     * @throws UnsupportedOperationException if its stores are for headers
     */
    static <S extends StoreSupplier<?>> S usable(S supplier) {
        if (supplier instanceof HeadersBytesStoreSupplier) {
            throw new UnsupportedOperationException("The store " + supplier.name()
                    + " is for headers, which operators do not keep yet: give the operator a supplier without headers,"
                    + " or use the store in a processor of your own");
        }
        return supplier;
    }
}
