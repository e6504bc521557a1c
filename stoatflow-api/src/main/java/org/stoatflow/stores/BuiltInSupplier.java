package org.stoatflow.stores;

/** A store supplier that describes its store, so that the engine makes the store itself. All built-in suppliers do. */
public interface BuiltInSupplier {
    /**
     * Describes the store that the supplier makes.
     *
     * @return the inner store, without a custom supplier
     */
    InnerStore inner();
}
