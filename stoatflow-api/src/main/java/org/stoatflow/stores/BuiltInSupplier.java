package org.stoatflow.stores;

/** A store supplier that can say what it makes, so that the engine makes the store itself. All built-in ones can. */
public interface BuiltInSupplier {
    /**
     * What the supplier makes.
     *
     * @return the inner store, without a custom supplier
     */
    InnerStore inner();
}
