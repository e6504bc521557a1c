package org.stoatflow.simulation.stores;

/**
 * A row of a model.
 *
 * @param value its value
 * @param mark when it was used last, or the epoch that wrote it, where the kind asks for it
 */
record Row(Value value, long mark) {}
