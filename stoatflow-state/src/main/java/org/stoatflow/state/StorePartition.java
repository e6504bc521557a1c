package org.stoatflow.state;

/** Addresses the rows of one virtual partition of one store. */
public record StorePartition(int storeId, int partition) {}
