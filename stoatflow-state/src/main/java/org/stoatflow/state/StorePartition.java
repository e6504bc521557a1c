package org.stoatflow.state;

/** Addresses the rows of one virtual partition of one store. */
record StorePartition(int storeId, int partition) {}
