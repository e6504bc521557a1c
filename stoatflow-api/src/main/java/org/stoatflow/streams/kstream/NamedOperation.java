package org.stoatflow.streams.kstream;

/** Something that can be given a name. */
interface NamedOperation<T extends NamedOperation<T>> {
    /**
     * Sets the name.
     *
     * @param name the name of the node
     * @return this, or a copy with that name
     */
    T withName(String name);
}
