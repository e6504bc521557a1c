package org.stoatflow.streams.state;

/** Marks suppliers of {@link HeadersBytesStore}s. */
public interface HeadersBytesStoreSupplier {}
